/**
 * Looking for a face among 100,000 and 1,000,000: CPU time and recall against a plain loop over Float32Array in the
 * same run. The templates are random vectors of length 1, the hardest case: they are all about equally far from each
 * other. Half of the queries are templates with noise, half are random. Alone: node lab/bench/faces/search.ts [rows …]
 */
import { Random } from '../../../src/engines/shared/random.ts';
import { TEMPLATE_LENGTH } from '../../../src/engines/faces/face.ts';
import type { Block } from '../../../src/engines/faces/search/block.ts';
import { BlockWriter, openBlock, sizeInBytes } from '../../../src/engines/faces/search/block.ts';
import { nearest, nearestToEach } from '../../../src/engines/faces/search/scan.ts';
import { cpuMicros, median, verdict } from '../http/statistics.ts';

const TOP = 10;
const NOISE = 0.05;

export async function search(sizes: readonly number[] = [100_000, 1_000_000]): Promise<void> {
  for (const rows of sizes) await (rows > 500_000 ? measure(rows, 40, 100) : measure(rows, 200, 20));
}

async function measure(rows: number, count: number, barMs: number): Promise<void> {
  const random = new Random(rows);
  const vectors = new Float32Array(rows * TEMPLATE_LENGTH);
  for (let row = 0; row < rows; row++) vectors.set(randomVector(random), row * TEMPLATE_LENGTH);
  const rowOf = (row: number): Float32Array => vectors.subarray(row * TEMPLATE_LENGTH, (row + 1) * TEMPLATE_LENGTH);
  const queries = Array.from({ length: count }, (_, i) => {
    const other = randomVector(random);
    const near = rowOf(Math.floor(random.next() * rows));
    return i % 2 ? other : other.map((value, k) => near[k]! + NOISE * Math.sqrt(TEMPLATE_LENGTH) * value);
  });

  let bytes = new Uint8Array();
  const packMs =
    (await cpuMicros(1, () => {
      const writer = new BlockWriter(rows);
      for (let row = 0; row < rows; row++) writer.add({ owner: row, template: rowOf(row) });
      bytes = writer.finish();
    })) / 1000;
  let block!: Block;
  const openMs =
    (await cpuMicros(1, () => {
      block = openBlock(bytes);
    })) / 1000;

  const truths: number[][] = [];
  const loop = await cpuEach(queries, (query) => truths.push(plainLoop(vectors, query, TOP)));
  nearest(block, queries[0]!, { count: 1 });
  const found: number[][] = [];
  const persons = await cpuEach(queries, (query) => nearest(block, query, { count: 1, perOwner: true }));
  const ten = await cpuEach(queries, (query) => found.push(nearest(block, query, { count: TOP }).map(({ row }) => row)));
  const hundred = await cpuEach(queries, (query) => nearest(block, query, { count: 100, perOwner: true }));
  const together =
    (await cpuMicros(count / 10, (part) => nearestToEach(block, queries.slice(10 * part, 10 * part + 10), { count: TOP }))) / 10_000;

  console.log(`\nFaces: ${rows.toLocaleString('en')} templates, ${count} queries, CPU ms per query (median)`);
  console.log(`plain loop over Float32Array, ${TOP} nearest   ${loop.toFixed(1)}`);
  console.log(
    `scan: nearest person ${persons.toFixed(1)} · ${TOP} nearest ${ten.toFixed(1)} · 100 nearest persons ${hundred.toFixed(1)} · ${TOP} nearest, ten faces per call, each ${together.toFixed(1)}`,
  );
  console.log(`ratio to the plain loop ${(loop / ten).toFixed(1)}, ten per call ${(loop / together).toFixed(1)}`);
  console.log(
    `pack ${(packMs / 1000).toFixed(2)} s CPU · open ${(openMs / 1000).toFixed(2)} s CPU · memory ${(sizeInBytes(block) / 1e6).toFixed(1)} MB, ${sizeInBytes(block) / rows} bytes a face (float32: ${4 * TEMPLATE_LENGTH})`,
  );
  verdict(`identify in ${rows.toLocaleString('en')}`, persons, barMs, 'at most', ' ms');
  verdict('recall@1', recall(truths, found, 1), 1, 'at least');
  verdict(`recall@${TOP}`, recall(truths, found, TOP), 1, 'at least');
  printPrecision(queries, truths, vectors, rows);
}

/** Recall when rows are stored with less precision and the hundred nearest are ranked again. */
function printPrecision(queries: readonly Float32Array[], truths: readonly number[][], vectors: Float32Array, rows: number): void {
  const ways: [string, number, (row: Float32Array) => Float32Array][] = [
    ['codes of 8 bits', 128, (row) => quantize(row, 127)],
    ['codes of 12 bits', 192, (row) => quantize(row, 127 * 16)],
    ['codes of 16 bits', 256, (row) => quantize(row, 127 * 256)],
    ['float16', 256, (row) => row.map(toHalf)],
  ];
  const wide = queries.map((query) => plainLoop(vectors, query, 10 * TOP));
  for (const [name, bytes, keep] of ways) {
    const found = queries.map((query, i) => {
      const kept = wide[i]!.map((row) => ({
        row,
        square: squareOf(keep(vectors.subarray(row * TEMPLATE_LENGTH, (row + 1) * TEMPLATE_LENGTH)), 0, query),
      }));
      return kept.sort((a, b) => a.square - b.square || a.row - b.row).map(({ row }) => row);
    });
    console.log(
      `rows stored as ${name.padEnd(18)} ${((bytes * rows) / 1e6).toFixed(0).padStart(4)} MB  recall@1 ${recall(truths, found, 1).toFixed(4)}  recall@${TOP} ${recall(truths, found, TOP).toFixed(4)}`,
    );
  }
}

function quantize(row: Float32Array, most: number): Float32Array {
  const scale = row.reduce((greatest, value) => Math.max(greatest, Math.abs(value)), 0) / most;
  return row.map((value) => scale * Math.round(value / scale));
}

/** The nearest number of 11 significant bits. */
function toHalf(value: number): number {
  const unit = 2 ** (Math.floor(Math.log2(Math.abs(value))) - 10);
  return value === 0 ? 0 : unit * Math.round(value / unit);
}

async function cpuEach(queries: readonly Float32Array[], work: (query: Float32Array) => unknown): Promise<number> {
  const micros: number[] = [];
  for (const query of queries) micros.push(await cpuMicros(1, () => work(query)));
  return median(micros) / 1000;
}

function recall(truths: readonly number[][], found: readonly number[][], top: number): number {
  return (
    truths.reduce((sum, truth, i) => sum + truth.slice(0, top).filter((row) => found[i]!.slice(0, top).includes(row)).length, 0) /
    (truths.length * top)
  );
}

function squareOf(vectors: Float32Array, from: number, query: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < TEMPLATE_LENGTH; i++) {
    const difference = query[i]! - vectors[from + i]!;
    sum += difference * difference;
  }
  return sum;
}

/** The simple implementation: compares every row and keeps the nearest in order. */
function plainLoop(vectors: Float32Array, query: Float32Array, top: number): number[] {
  const kept: { row: number; square: number }[] = [];
  let limit = Infinity;
  for (let from = 0, row = 0; from < vectors.length; from += TEMPLATE_LENGTH, row++) {
    const square = squareOf(vectors, from, query);
    if (square >= limit) continue;
    kept.push({ row, square });
    kept.sort((a, b) => a.square - b.square);
    kept.length = Math.min(top, kept.length);
    if (kept.length === top) limit = kept[top - 1]!.square;
  }
  return kept.map(({ row }) => row);
}

/** A random unit vector. */
function randomVector(random: Random): Float32Array {
  const vector = new Float32Array(TEMPLATE_LENGTH);
  for (let i = 0; i < TEMPLATE_LENGTH; i += 2) {
    const radius = Math.sqrt(-2 * Math.log(1 - random.next()));
    const angle = 2 * Math.PI * random.next();
    vector[i] = radius * Math.cos(angle);
    vector[i + 1] = radius * Math.sin(angle);
  }
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return vector.map((value) => value / length);
}

if (import.meta.main) await search(process.argv.length > 2 ? process.argv.slice(2).map(Number) : undefined);
