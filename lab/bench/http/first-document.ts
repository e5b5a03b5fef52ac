/**
 * How long the first document of a fresh server takes, posted as soon as it listens or after a rest, and how long the same document
 * takes again, by the clock and in CPU time; with the memory that the idle server and its processes use.
 */
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pdfOf, renderPdf } from '../../../test/support/documents.ts';
import { MAIN, cpuSeconds, startServer, stopServer } from './servers.ts';
import type { RunningServer } from './servers.ts';

const LINES = 28;
const POLL_MS = 20;
const ANALYZE = '/documentanalysis/documentModels/prebuilt-read:analyze?api-version=2024-11-30';

interface Cost {
  seconds: number;
  cpuSeconds: number;
}
export interface FirstDocument {
  startSeconds: number;
  first: Cost;
  second: Cost;
  /** Of the server and its processes, before the first document. */
  idleMb: { server: number; processes: number };
}

/** The server rests for a while before the first document. */
export async function measureFirstDocument({ restMs, flags = [] }: { restMs: number; flags?: string[] }): Promise<FirstDocument> {
  const text = Array.from({ length: LINES }, (_, n) => `Line ${n + 1} of a letter that was printed and scanned at ${150 + n} dpi`);
  const scan = await renderPdf(await pdfOf([text]), { dpi: 150 });
  const folder = mkdtempSync(join(tmpdir(), 'perennial-bench-'));
  try {
    const startedAt = performance.now();
    const server = await startServer([MAIN, 'serve', '--port', '0', '--data', folder, '--json', ...flags]);
    const startSeconds = (performance.now() - startedAt) / 1000;
    try {
      await wait(restMs);
      const idleMb = residentMb(server.child.pid!);
      return { startSeconds, idleMb, first: await analyze(server, scan), second: await analyze(server, scan) };
    } finally {
      await stopServer(server);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function analyze({ port, key, child }: RunningServer, image: Buffer): Promise<Cost> {
  const cpuBefore = allCpuSeconds(child.pid!);
  const headers = { 'ocp-apim-subscription-key': key };
  const startedAt = performance.now();
  const posted = await fetch(`http://127.0.0.1:${port}${ANALYZE}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'image/png' },
    body: new Uint8Array(image),
  });
  if (posted.status !== 202) throw new Error(await posted.text());
  for (;;) {
    const { status, error } = (await (await fetch(posted.headers.get('operation-location')!, { headers })).json()) as {
      status: string;
      error?: object;
    };
    if (status === 'failed') throw new Error(JSON.stringify(error));
    if (status === 'succeeded') {
      return { seconds: (performance.now() - startedAt) / 1000, cpuSeconds: allCpuSeconds(child.pid!) - cpuBefore };
    }
    await wait(POLL_MS);
  }
}

const statusField = (status: string, field: string): number => Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);

function processStatus(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
}

function childrenOf(server: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => statusField(processStatus(pid), 'PPid') === server);
}

function residentMb(server: number): FirstDocument['idleMb'] {
  const toMb = (pid: number): number => statusField(processStatus(pid), 'VmRSS') / 1024;
  return { server: toMb(server), processes: childrenOf(server).reduce((sum, pid) => sum + toMb(pid), 0) };
}

/** Of the server, its processes, and those that have exited. */
function allCpuSeconds(server: number): number {
  const fields = readFileSync(`/proc/${server}/stat`, 'utf8').split(') ')[1]!.split(' ');
  const exited = (Number(fields[13]) + Number(fields[14])) / 100;
  return childrenOf(server).reduce((sum, pid) => sum + cpuSeconds(pid), cpuSeconds(server) + exited);
}
