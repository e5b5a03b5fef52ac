// The health check of the image: exits 0 while the server in this container answers /health.
import { request as http } from 'node:http';
import { request as https } from 'node:https';

const { PORT = '8080', HOST = '127.0.0.1', PERENNIAL_TLS = 'false' } = process.env;
const host = ['0.0.0.0', '::', ''].includes(HOST) ? '127.0.0.1' : HOST;
const isTls = ['1', 'true'].includes(PERENNIAL_TLS);
const request = (isTls ? https : http)({ host, port: PORT, path: '/health', timeout: 4000, rejectUnauthorized: false });
request.on('response', ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1));
request.on('timeout', () => process.exit(1));
request.on('error', () => process.exit(1));
request.end();
