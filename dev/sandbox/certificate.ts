import { generate } from 'selfsigned';

/** A certificate and its private key, both PEM. */
export interface Certificate {
	certificate: string;
	privateKey: string;
}

/** Makes a certificate for `127.0.0.1` and `localhost` that vouches for itself, to be thrown away after use. */
export async function createCertificate(): Promise<Certificate> {
	const made = await generate([{ name: 'commonName', value: 'localhost' }], {
		keyType: 'ec',
		curve: 'P-256',
		algorithm: 'sha256',
		extensions: [
			{ name: 'basicConstraints', cA: true, critical: true },
			{ name: 'keyUsage', digitalSignature: true, keyCertSign: true, critical: true },
			{ name: 'extKeyUsage', serverAuth: true },
			{
				name: 'subjectAltName',
				altNames: [
					{ type: 2, value: 'localhost' },
					{ type: 7, ip: '127.0.0.1' },
				],
			},
		],
	});
	return { certificate: made.cert, privateKey: made.private };
}
