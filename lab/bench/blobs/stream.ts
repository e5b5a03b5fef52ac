/** A process of its own, so that the servers of the bench do not count: streams a blob in and out, and prints how much memory grew. */
import { randomBytes } from 'node:crypto';
import { BlobPlaces } from '../../../src/app/blobs.ts';
import { readConfig } from '../../../src/config.ts';

const CHUNK = 2 ** 20;
const [location = '', megabytes = '50', ...argv] = process.argv.slice(2);

/** One buffer again and again: what the source itself allocates does not count. */
const buffer = randomBytes(CHUNK);
async function* random(chunks: number): AsyncIterable<Uint8Array> {
  for (let i = 0; i < chunks; i++) yield buffer;
}

const places = new BlobPlaces(readConfig({ argv }).config);
const blobs = await places.open(location);
const put = async (chunks: number): Promise<string> => await blobs.put('bench', random(chunks));
const read = async (id: string, chunks: number): Promise<void> => {
  let bytes = 0;
  for await (const chunk of (await blobs.read('bench', id))!.chunks) bytes += chunk.length;
  if (bytes !== chunks * CHUNK) throw new Error(`${bytes} bytes came back`);
};

/** How much memory grows at most above the given; what earlier work left to be collected does not count. */
async function growth<T>(above: number, work: () => Promise<T>): Promise<{ result: T; moreMb: number }> {
  globalThis.gc!();
  let peak = 0;
  const look = (): number => (peak = Math.max(peak, process.memoryUsage.rss()));
  const timer = setInterval(look, 5);
  const result = await work();
  clearInterval(timer);
  return { result, moreMb: (look() - above) / 2 ** 20 };
}

await read(await put(1), 1);
globalThis.gc!();
const chunks = Number(megabytes);
const before = process.memoryUsage.rss();
const startedAt = performance.now();
const cpu = process.cpuUsage();
const written = await growth(before, () => put(chunks));
const readBack = await growth(before, () => read(written.result, chunks));
const { user, system } = process.cpuUsage(cpu);
console.log(
  JSON.stringify({
    putMb: written.moreMb,
    readMb: readBack.moreMb,
    seconds: (performance.now() - startedAt) / 1000,
    cpuSeconds: (user + system) / 1e6,
  }),
);
await blobs.close();
await places.close();
