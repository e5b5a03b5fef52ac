/** A folder as a tape archive (ustar), made while it is read. */
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

const BLOCK = 512;
const LONGEST_NAME = 100;
const LONGEST_PREFIX = 155;

/** The files below a folder, in the order of their names. */
export async function* tarOf(folder: string): AsyncIterable<Uint8Array> {
  for await (const name of filesOf(folder, '')) {
    const path = join(folder, name);
    const { size, mtimeMs } = await stat(path);
    yield header(name, size, mtimeMs);
    if (size > 0) yield* createReadStream(path, { end: size - 1 }) as AsyncIterable<Buffer>;
    yield Buffer.alloc((BLOCK - size % BLOCK) % BLOCK);
  }
  yield Buffer.alloc(2 * BLOCK);
}

async function* filesOf(folder: string, prefix: string): AsyncIterable<string> {
  const entries = (await readdir(join(folder, prefix), { withFileTypes: true })).sort((a, b) => a.name < b.name ? -1 : 1);
  for (const entry of entries) {
    const name = prefix === '' ? entry.name : `${prefix}/${entry.name}`;
    if (entry.isDirectory()) yield* filesOf(folder, name);
    else yield name;
  }
}

function header(path: string, size: number, mtimeMs: number): Buffer {
  const block = Buffer.alloc(BLOCK);
  const [prefix, name] = split(path);
  block.write(name, 0);
  block.write('0000600\0', 100);
  block.write('0000000\0', 108);
  block.write('0000000\0', 116);
  writeNumber(block, size, 124);
  writeNumber(block, Math.floor(mtimeMs / 1000), 136);
  block.write('        ', 148);
  block.write('0', 156);
  block.write('ustar\x0000', 257);
  block.write(prefix, 345);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

/** Eleven octal digits; a number too large for them in binary, as GNU and BSD read it. */
function writeNumber(block: Buffer, value: number, at: number): void {
  if (value < 8 ** 11) block.write(`${value.toString(8).padStart(11, '0')}\0`, at);
  else {
    block[at] = 0x80;
    block.writeBigUInt64BE(BigInt(value), at + 4);
  }
}

/** The name and what stands before it, so that each fits its field. */
function split(path: string): [prefix: string, name: string] {
  if (Buffer.byteLength(path) <= LONGEST_NAME) return ['', path];
  for (let cut = path.indexOf('/'); cut > 0; cut = path.indexOf('/', cut + 1)) {
    const [prefix, name] = [path.slice(0, cut), path.slice(cut + 1)];
    if (Buffer.byteLength(name) <= LONGEST_NAME && Buffer.byteLength(prefix) <= LONGEST_PREFIX) return [prefix, name];
  }
  throw new Error(`The path ${path} is too long for an archive.`);
}
