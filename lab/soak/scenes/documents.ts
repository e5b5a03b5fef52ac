/** One account sends hostile documents, another sends small ones and GETs. */
import { setTimeout as wait } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';
import { DocumentCaller, pdfOf, renderPdf } from '../../../test/support/documents.ts';
import { ManagementClient, startServer, temporaryFolder } from '../../../test/support/server.ts';
import { compareGets, latencyFigures, summarize } from '../bystander.ts';
import type { Latencies } from '../bystander.ts';
import { atLeast } from '../scene.ts';
import type { Scene } from '../scene.ts';

const ATTACKERS = 4;
const MAX_RATIO = 3;
/** Another account's small documents, against the control: two processors shared by three readers at most. */
const MAX_DOCUMENT_RATIO = 3;
const DOCUMENTS = 200;
const MIN_HOSTILE = 20;
/** The bystander sends nothing for so long while the attack begins: what was warm for it has long been free for others. */
const SILENCE_MS = 15_000;

export const scene: Scene = {
  summary: 'hostile documents of one account against small ones and GETs of another',
  async run({ minutes, log }) {
    const folder = temporaryFolder();
    const server = await startServer({
      data: folder.path,
      args: ['--page-seconds', '5', '--analysis-seconds', '20'],
      env: { PERENNIAL_WARM_READERS: '1' },
    });
    try {
      const manager = await ManagementClient.connect(server);
      const caller = async (name: string): Promise<DocumentCaller> =>
        new DocumentCaller(server, (await manager.createAccount(name, { kind: 'DocumentAnalysis' })).key1);
      const [attacker, bystander] = [await caller('attacker'), await caller('bystander')];
      const hostile = await hostileDocuments();
      const letter = await pdfOf([['The garden has grown well.']]);
      const seconds = Math.max(10, (minutes * 60) / 4);
      const target = { address: server.address, key: bystander.key, path: '/documentintelligence/info?api-version=2024-02-29-preview' };
      let sent = 0;
      const attack = async (signal: AbortSignal): Promise<void> => {
        await Promise.all(
          Array.from({ length: ATTACKERS }, async (_, number) => {
            for (let n = number; !signal.aborted; n++) {
              const { status, headers } = await attacker.start('prebuilt-layout', hostile[n % hostile.length]!);
              sent++;
              if (status === 202) await attacker.waitFor(String(headers['operation-location']));
            }
          }),
        );
      };
      // One after the other: the control of each is the same calls without the attack.
      const gets = await compareGets(target, seconds, attack);
      await analyzeMany(bystander, letter, 10);
      const quiet = await analyzeMany(bystander, letter, DOCUMENTS);
      const stop = new AbortController();
      const attacking = attack(stop.signal);
      await wait(SILENCE_MS);
      const busy = await analyzeMany(bystander, letter, DOCUMENTS);
      stop.abort();
      await attacking;
      log(`${sent} hostile documents, ${busy.calls} small ones beside them`);
      const ratio = busy.p50 / quiet.p50;
      return [
        ...latencyFigures('hostile documents', gets, MAX_RATIO),
        {
          name: "another account's small documents, median",
          measured: `${busy.p50.toFixed(0)} ms, ${ratio.toFixed(2)} × ${quiet.p50.toFixed(0)} ms`,
          limit: `at most ${MAX_DOCUMENT_RATIO} × the control`,
          isMet: ratio <= MAX_DOCUMENT_RATIO && busy.failed === 0,
        },
        atLeast('hostile documents beside them', sent, MIN_HOSTILE),
        {
          name: `the slowest of ${DOCUMENTS} small documents of another account`,
          measured: `${busy.max.toFixed(0)} ms, ${(busy.max / quiet.max).toFixed(2)} × ${quiet.max.toFixed(0)} ms`,
          limit: `at most ${MAX_RATIO} × the control`,
          isMet: busy.max <= MAX_RATIO * quiet.max,
        },
      ];
    } finally {
      await server.stop();
      folder.remove();
    }
  },
};

async function analyzeMany(caller: DocumentCaller, document: Buffer, count: number): Promise<Latencies> {
  const times: number[] = [];
  let failed = 0;
  while (times.length < count) {
    const startedAt = performance.now();
    const { status } = await caller.analyze('prebuilt-read', document);
    times.push(performance.now() - startedAt);
    if (status !== 'succeeded') failed++;
  }
  return summarize(times, failed);
}

/** One that unpacks to 64 MB of drawing, one of 100,000 pages, one that takes long to read, and one whose pages contain themselves. */
async function hostileDocuments(): Promise<Buffer[]> {
  const objects = (...texts: string[]): Buffer =>
    Buffer.from(`%PDF-1.4\n${texts.map((text, n) => `${n + 1} 0 obj${text}endobj\n`).join('')}trailer<</Root 1 0 R>>`);
  const flood = deflateSync(Buffer.alloc(64 * 2 ** 20, 'q '), { level: 1 });
  return [
    Buffer.concat([
      Buffer.from(
        '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
          '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R>>endobj\n' +
          `4 0 obj<</Filter/FlateDecode/Length ${flood.length}>>stream\n`,
      ),
      flood,
      Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R>>'),
    ]),
    await renderPdf(await pdfOf([Array.from({ length: 29 }, (_, n) => `${n} `.repeat(30))]), { dpi: 300 }),
    objects(
      '<</Type/Catalog/Pages 2 0 R>>',
      `<</Type/Pages/Kids[${'3 0 R '.repeat(100_000)}]/Count 100000>>`,
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>',
    ),
    objects('<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[2 0 R]/Count 1>>'),
  ];
}
