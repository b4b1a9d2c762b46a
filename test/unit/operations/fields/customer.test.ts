import { customerField, readCustomerId } from '../../../../nodes/CustomerMessaging/operations/fields/customer';
import { NodeParameters } from '../../../../nodes/CustomerMessaging/operations/nodeParameters';
import { executeContext, PerItem } from '../../doubles/executeContext';
import { refusalOf } from '../../doubles/refusal';

function read(value: unknown, itemIndex = 0): string {
	return readCustomerId(new NodeParameters(executeContext({ parameters: { customerId: value } }).context), itemIndex);
}

test('is saved in workflows as customerId and shown as Customer ID', () => {
	expect(customerField).toMatchObject({ name: 'customerId', displayName: 'Customer ID', required: true });
});

test('goes out as a string, fixed or by an expression', () => {
	expect(read('101')).toBe('101');
	expect(read(new PerItem([101, ' 102 ']), 0)).toBe('101');
	expect(read(new PerItem([101, ' 102 ']), 1)).toBe('102');
});

test('is refused by its own name where it is missing', () => {
	expect(refusalOf(() => read(undefined)).message).toBe("'Customer ID' is empty");
	expect(refusalOf(() => read(new PerItem(['101', null]), 1)).message).toBe("'Customer ID' is empty");
});
