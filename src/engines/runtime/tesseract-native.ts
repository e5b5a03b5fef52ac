/** The program `tesseract`, where it is installed: a picture goes in, a table comes out, one process a page. */
import { spawn, spawnSync } from 'node:child_process';
import { greyMap, wordsOf } from '../reading/ocr/recognition/tesseract.ts';
import type { PageMode, Tesseract } from '../reading/ocr/recognition/tesseract.ts';

const MOST_MS = 120_000;
const MOST_OUTPUT = 64 * 2 ** 20;

/** Whether the program is there and has English. */
export function hasNativeTesseract(): boolean {
  const { status, stdout } = spawnSync('tesseract', ['--list-langs'], { encoding: 'utf8', timeout: 10_000 });
  return status === 0 && /^eng$/m.test(stdout);
}

export function nativeTesseract(): Tesseract {
  return {
    read: async (picture, mode) => wordsOf(await tableOf(greyMap(picture), mode)),
    close: async () => {},
  };
}

async function tableOf(picture: Uint8Array, mode: PageMode): Promise<string> {
  return await new Promise((resolve, reject) => {
    // One thread: pages are read side by side, and its threads cost more than they save.
    const child = spawn('tesseract', ['stdin', 'stdout', '-l', 'eng', '--psm', String(mode), 'tsv'], { stdio: ['pipe', 'pipe', 'ignore'], env: { ...process.env, OMP_THREAD_LIMIT: '1' }, timeout: MOST_MS, killSignal: 'SIGKILL' });
    const parts: Buffer[] = [];
    let size = 0;
    child.stdout.on('data', (part: Buffer) => {
      size += part.length;
      if (size > MOST_OUTPUT) child.kill('SIGKILL');
      else parts.push(part);
    });
    child.on('error', reject);
    // A child that ends early closes its end of the pipe; how it ended is told by its exit.
    child.stdin.on('error', () => {});
    child.on('close', (code, signal) => {
      if (code === 0) resolve(Buffer.concat(parts).toString('utf8'));
      else reject(new Error(`tesseract ended with ${signal ?? code}.`));
    });
    child.stdin.end(picture);
  });
}
