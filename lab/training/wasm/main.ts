/** Writes weights/kernels.json: node lab/training/wasm/main.ts */
import { writeFileSync } from 'node:fs';
import { assembleKernels } from './kernels.ts';

writeFileSync(new URL('../../../weights/kernels.json', import.meta.url), `${JSON.stringify(assembleKernels(), undefined, 2)}\n`);
