import {
	hasCondition,
	isPath,
	listsIn,
	pathsGiven,
	pathsIn,
} from '../../../nodes/CustomerMessaging/parameters/code';

/** What says what happens if a value is missing. */
const CONDITIONS = [
	...[
		"$json.a || 'b'",
		"$json.a ?? 'b'",
		"$json.a ? 'b' : 'c'",
		"$json.a?'b':'c'",
		"$json.a && 'b'",
	],
	...['$json.a == 1', '$json.a != 1', '$json.a === 1', '$json.a !== 1', '!$json.a', '$json.a < 1'],
	...['$json.a > 1', '$json.a <= 1', '$json.a >= 1', '(() => { if ($json.a) return 1 })()'],
	...['[$json.a].filter(Boolean)', '[$json.a].filter (Boolean)', '[$json.a].compact()'],
	...[
		'$json.a.isEmpty()',
		'$json.a.isNotEmpty()',
		"$if($json.a, 'b', 'c')",
		"$ifEmpty($json.a, 'b')",
	],
	// A text, a comment or a regular expression beside it changes nothing.
	...[
		"$json.a.replace(/'/g, '’') || 'b'",
		'$json.a.replace(/"/g, `’`) || "b"',
		"$json.a || 'it\\'s'",
	],
	...["/* it's a */ $json.a || 'b'", "$json.a // it's\n || 'b'", "/['/]/.test('x') || 'b'"],
	...["'x' + $json.a / 2 + ($json.b || 1) / 2", "[/'/, 1].length + ($json.a || 1)"],
	// Code in a template literal is code.
	...[
		'`a ${$json.a || 1} b`',
		"`it's ${$json.a ? `, ${$json.a}` : ''} b`",
		'`${{ a: `{` }.a}${$json.a || 1}`',
	],
	...['`\\`${$json.a || 1}`', '`$${$json.a || 1}`', '`a` + ($json.a || `b`)'],
];

const UNCONDITIONAL = [
	...["'a || b' + $json.a", '"a ?? b" + $json.a', '`a && b ? c : d ${$json.a}`', "$json.a + '!'"],
	...["'https://a.example/track?order=' + $json.a", '`https://a.example/?a=${$json.a}&&b`'],
	...[
		'$json.a?.b.trim()',
		"$json.a?.['b'].trim()",
		'[$json.a].map((a) => a.b)',
		'[$json.a].map(a => a)',
	],
	...[
		"$json.a.replace(/a|||b??c<d!/, '')",
		'$json.a.match(/(?:a)?/)[0]',
		'/* a || b */ $json.a.trim()',
	],
	...['$json.a.trim() // a ? b : c', "$json.a.replace(/'/g, '||')", "$json.a.split('').join('')"],
	...[
		'$json.a + `it\\`s || ${$json.b} b`',
		'$json.a.replace(/[/\'] || /, "\'")',
		'$json.elif + $json.ifs',
	],
	...[
		"$json.a + 'filter('",
		"$json.filter + 'x'",
		"$json['a || b'] + 'x'",
		"$('If a > b').item.json.c + 'x'",
	],
];

test.each(CONDITIONS)('%s says what happens if a value is missing', (code) => {
	expect(hasCondition(code)).toBe(true);
});

test.each([...UNCONDITIONAL, '$json.a', "$json['a || b']", "$('If a > b').item.json.c"])(
	'%s does not say what happens if a value is missing',
	(code) => {
		expect(hasCondition(code)).toBe(false);
	},
);

/** What code points at, of which what has a question mark in front of it may be missing. */
test.each([
	["'Dear ' + $json.name", ['$json.name']],
	['`${$json.a} ${$json.b} ${$json.a}`', ['$json.a', '$json.b']],
	["$json.list.map((one) => one.name).join(', ')", ['$json.list']],
	['$json.names[$json.language]', ['$json.names', '$json.language']],
	[
		"$('Order').item.json.a + $input.first().json.b",
		["$('Order').item.json.a", '$input.first().json.b'],
	],
	['$item(0).$node["Order"].json.a + 1', ['$item(0).$node["Order"].json.a']],
	...[
		"$('A').all()[$itemIndex].json.a",
		"$('A').all(0, 1)[ $itemIndex + 1 ].json.a",
		"$('A').itemMatching($itemIndex)?.json.a",
		"$('A').first(0).json.a",
		"$('A').last(0, $runIndex).json.a",
		"$items('A')[$itemIndex - 1].json.a",
	].map((path): [string, string[]] => [`+${path}`, [path]]),
	['$now.plus({ days: $json.days })', ['$now', '$json.days']],
	['BigInt($json.id)', ['$json.id']],
	["$fromAI('name') + a.$json", []],
	// What is in a text is none, but a path may have a text in it.
	['`Total: $${$json.price} $b`', ['$json.price']],
	["'Price in $CAD: ' + $json.price", ['$json.price']],
	["$json.text.replace('$name', $json['$name'])", ['$json.text', "$json['$name']"]],
	["/\\$name/g.test('it\\'s $a') + \"$b\" /* $c */ // $d", []],
	['"$a[\'" + $json.b + "\']" + `$c${$json.d + `$e`}`', ['$json.b', '$json.d']],
	['$json.a || ($json.b + $json.a)', ['$json.a', '$json.b']],
])('%s points at %j', (code, paths) => {
	expect(pathsIn(code)).toEqual(paths);
});

/** Evaluates code as n8n does, with an item, of which an empty one has nothing. */
const evaluated = (code: string, item: object): unknown =>
	new Function('$json', '$if', `return (${code})`)(item, (is: unknown, a: unknown, b: unknown) =>
		is ? a : b,
	);

/** Without what something is missing, for an item that has these fields. */
test.each<[string, object, string[]]>([
	["'x' + ($json.a || 'b')", {}, []],
	["'x' + ($json.a ?? 'b')", { a: '' }, ['a']],
	["'x' + ($json.a ?? 'b')", { a: null }, []],
	["'x' + ($json.a ?? 'b')", { a: false }, ['a']],
	["'x' + ($json.a || 'b')", { a: 'false' }, ['a']],
	["'x' + ($json.a || 'b')", { a: ' ' }, []],
	// Of two values, only the one that is chosen.
	["$json.a || '+' + $json.b + $json.c", {}, ['b', 'c']],
	["$json.a || '+' + $json.b + $json.c", { a: '1' }, ['a']],
	["$json.a ?? $json.b ?? 'c'", {}, []],
	['$json.a || $json.b || $json.c', { b: '1' }, ['b']],
	["$json.a ? 'x' + $json.b : $json.c", { a: '1' }, ['b']],
	["$json.a ? 'x' + $json.b : $json.c", {}, ['c']],
	["$json.a ? $json.b ? 'b' + $json.d : 'a' : $json.c", { a: 1, b: 1 }, ['d']],
	["$json.a ? $json.b ? 'b' + $json.d : 'a' : $json.c", { a: 1 }, []],
	["$json.a ? 'a' : $json.b ? 'b' : $json.c || $json.d", { d: '1' }, ['d']],
	["$json.a === 'x' || !$json.b ? $json.c : $json.d", {}, ['c']],
	['`+${$json.a || $json.b + $json.c}`', {}, ['b', 'c']],
	["'x' + String($json.a || $json.b)", {}, ['b']],
	// Nothing adds nothing, but false is a word.
	["`Dear ${$json.a && $json.a + ' '}${$json.b}`", { a: '' }, ['b']],
	["`Dear ${$json.a && $json.a + ' '}${$json.b}`", { a: false }, ['a', 'b']],
	["`Dear ${$json.a && $json.a + ' ' + $json.c}${$json.b}`", { a: '1' }, ['a', 'c', 'b']],
	// What is put together in front of its fallback may lack a part.
	["($json.a + ' ' + $json.b).trim() || 'c'", { a: '1', b: '' }, []],
	["($json.a + ' ' + $json.b).trim() || $json.c", { a: '', b: '' }, ['c']],
	// What a choice with an error in it gives is not known.
	["$json.a.b ? $json.c : 'd'", {}, []],
	// Any other condition speaks for what stands in the same brackets, or in brackets within them.
	['[$json.a, $json.b].filter(Boolean)', {}, []],
	['$if($json.a, [$json.b])', {}, []],
	["$json.a + $if ($json.b, 'c', '')", {}, ['a']],
	['(() => { if ($json.a) return 1; return $json.b })()', {}, []],
	['(() => { const a = $json.a; return ($json.b || a) })()', {}, ['a']],
	["'+' + $ifEmpty($json.a, '1') + $json.b", {}, ['b']],
	['`${$json.a ? `${$json.b}` : 1}${$json.c}`', {}, ['c']],
	["'+' + $json.a + ($json.b || $json.c)", { b: '1' }, ['a', 'b']],
	['($json.a * ($json.b ? 1 : 2)).toFixed(2)', {}, ['a']],
	['({ a: $json.a, b: { c: $json.b ?? 1 } })', {}, ['a']],
	['$json.list.map((one) => one.a ? 1 : 2)', {}, ['list']],
	['$json.list[$json.a || 0]', {}, ['list']],
	// A comma divides nothing.
	['Math.max($json.a || 1, $json.b)', {}, []],
	['$json.list.map((one) => (one.a || $json.b))', {}, ['list']],
	['($json.a || 1) + $json.a', {}, ['a']],
	['$json.a + ($json.a || 1)', {}, ['a']],
	['$json.a > 1', {}, []],
])('%s of %j gives %j', (code, item, given) => {
	const found = [...pathsGiven(code, (part) => evaluated(part, item))];
	expect(found.sort()).toEqual(given.map((field) => `$json.${field}`).sort());
});

/** The same if what is put together must be complete. */
test.each<[string, object, string[]]>([
	["'+' + $json.a + $json.b || $json.c", { b: '1' }, ['a', 'b']],
	['($json.a + $json.b).trim() || $json.c', { a: '', b: '1' }, ['a', 'b']],
	['($json.a + $json.b).trim() || $json.c', { a: '', b: '' }, ['c']],
	["$json.a + $json.b ?? 'c'", { b: '1' }, ['a', 'b']],
	["($json.a || '') + $json.b || $json.c", { b: '1' }, ['b']],
	["$json.a || '+' + $json.b", { a: '1' }, ['a']],
	['[$json.a, $json.b].filter(Boolean).join("") || $json.c', { b: '1' }, []],
])('%s of %j gives %j, if every part is needed', (code, item, given) => {
	const found = [...pathsGiven(code, (part) => evaluated(part, item), true)];
	expect(found.sort()).toEqual(given.map((field) => `$json.${field}`).sort());
});

test.each([
	["$('Orders').all().map((one) => one.json.a)", ["$('Orders').all()"]],
	['$input.all().length + $items("Orders").length', ['$input.all()', '$items("Orders")']],
	['$input.all()[0].json.a + $items("Orders")[0].json.a', []],
])('%s reads the lists %j', (code, lists) => {
	expect(listsIn(code)).toEqual(lists);
});

// Were it not linear in the code, this would not end.
test.each([
	...["'", '`', '${', '/', '\\', '{', '`${', "'a", '$json ', '/*', '(', '$json.a.', '($a', '[a?'],
	...[')', '$a||', "$('a", '$(', '$a[0'],
])('a hundred thousand characters of %j are read to their end', (part) => {
	const code = part.repeat(100_000 / part.length);
	expect([isPath(code), pathsIn(code).length > 1]).toEqual([false, false]);
});
