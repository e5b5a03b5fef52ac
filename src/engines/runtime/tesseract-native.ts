/** The installed `tesseract` program: one process per page, a PGM image on stdin, a TSV table on stdout. */
import { spawn, spawnSync } from 'node:child_process';
import type { TesseractBinding } from './tesseract-wasm.ts';

/** The system limits its CPU time, also when this process is killed before it; by the clock it ends when it hangs. */
const MAX_CPU_SECONDS = 60;
const HANG_MS = 600_000;
const PROBE_TIMEOUT_MS = 10_000;
const MAX_OUTPUT_BYTES = 64 * 2 ** 20;

/** Whether the program is installed with English data. */
export function hasNativeTesseract(): boolean {
  const { status, stdout } = spawnSync('tesseract', ['--list-langs'], { encoding: 'utf8', timeout: PROBE_TIMEOUT_MS });
  return status === 0 && /^eng$/m.test(stdout);
}

export const nativeTesseract: TesseractBinding = { recognize: runTesseract, close: async () => {} };

async function runTesseract(image: Uint8Array, pageMode: number): Promise<string> {
  return await new Promise((resolve, reject) => {
    const [program, ...options] = limitCpuTime(['tesseract', 'stdin', 'stdout', '-l', 'eng', '--psm', String(pageMode), 'tsv']);
    const child = spawn(program, options, {
      stdio: ['pipe', 'pipe', 'ignore'],
      // One thread each: pages are already read in parallel, and OpenMP threads cost more than they save.
      env: { ...process.env, OMP_THREAD_LIMIT: '1' },
      timeout: HANG_MS,
      killSignal: 'SIGKILL',
    });
    const chunks: Buffer[] = [];
    let size = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_OUTPUT_BYTES) child.kill('SIGKILL');
      else chunks.push(chunk);
    });
    child.on('error', reject);
    // A child that exits early closes the pipe; the exit code says why.
    child.stdin.on('error', () => {});
    child.on('close', (code, signal) => {
      if (code === 0) resolve(Buffer.concat(chunks).toString('utf8'));
      else reject(new Error(`tesseract exited with ${signal ?? code}.`));
    });
    child.stdin.end(image);
  });
}

function limitCpuTime(command: [string, ...string[]]): [string, ...string[]] {
  return process.platform === 'win32' ? command : ['sh', '-c', `ulimit -c 0; ulimit -t ${MAX_CPU_SECONDS} && exec "$@"`, 'sh', ...command];
}
