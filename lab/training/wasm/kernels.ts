import { byteProductsCode } from './byte-products.ts';
import { encodeModule } from './assembler.ts';
import { addOuterCode, productsCode } from './products.ts';
import { rowSumsCode } from './row-sums.ts';
import { sieveCode } from './sieve.ts';
import { addCode, dotCode } from './svm.ts';

/** The WebAssembly modules of weights/kernels.json, in base64. */
export function assembleKernels(): Record<string, string> {
  const codes = {
    products: [productsCode(), addOuterCode()],
    byteProducts: [byteProductsCode()],
    rowSums: [rowSumsCode()],
    sieve: [sieveCode()],
    svm: [dotCode(), addCode()],
  };
  return Object.fromEntries(Object.entries(codes).map(([name, code]) => [name, Buffer.from(encodeModule(code)).toString('base64')]));
}
