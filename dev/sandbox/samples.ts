import { join } from 'node:path';
import express, { type Router } from 'express';

/** Small files below `/samples/`, so that attachments have an address that works offline. */
export function serveSamples(): Router {
	const router = express.Router();
	router.use('/samples', express.static(join(__dirname, 'samples'), { index: false }));
	return router;
}
