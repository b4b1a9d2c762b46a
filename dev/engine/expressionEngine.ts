import { ExpressionEngineConfig } from '@n8n/config';
import { Container } from '@n8n/di';
import { Expression } from 'n8n-workflow';

/**
 * Starts the expression engine of a default installation. Its isolates are a native module that
 * does not build on Node 20, which n8n 2.41 itself no longer runs on; there the older engine,
 * in this process, evaluates the same expressions.
 */
export async function startExpressionEngine(): Promise<void> {
	const { bridgeTimeout, bridgeMemoryLimit, poolSize, maxCodeCacheSize } =
		Container.get(ExpressionEngineConfig);
	try {
		await Expression.initExpressionEngine({
			engine: 'vm',
			bridgeTimeout,
			bridgeMemoryLimit,
			poolSize,
			maxCodeCacheSize,
		});
	} catch {
		await Expression.disposeExpressionEngine();
		Expression.setExpressionEngine('legacy');
	}
}
