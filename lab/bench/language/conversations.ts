/**
 * Conversation projects over HTTP, from import to prediction, compared with the engine alone on the same rows: the
 * interface must not cost accuracy. With words (`standard`) and with sentences (`advanced`); SNIPS, 70 texts per
 * intent, with seven prebuilt entities. Times are wall-clock times of a client that sends one text after another, and CPU times of the
 * server with all its threads. NLP.js, which has the same library of prebuilt entities and no sentence encoder, is asked over HTTP beside
 * it.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { toDefinition, toRow } from '../../../src/areas/language/conversations/training/definition.ts';
import type { ConversationAssets } from '../../../src/areas/language/conversations/model.ts';
import { createTextEncoder, vectorSizeFor, vectorsFor } from '../../../src/engines/loaders/language/sentence-encoder.ts';
import { encoderDigest } from '../../../src/engines/loaders/language/sentence-weights.ts';
import { scoreEntities } from '../../../src/engines/language/entities/evaluation/scores.ts';
import { trainLanguage } from '../../../src/engines/language/models/train.ts';
import { MAIN, cpuSeconds, startServer } from '../http/servers.ts';
import type { RunningServer } from '../http/servers.ts';
import { drawPerIntent, generateUtterances, hasUtterances, readUtterances, shuffled } from './data.ts';
import type { Utterance } from './data.ts';

const VERSION = 'api-version=2023-04-01';
const PROJECT = '/language/authoring/analyze-conversations/projects/Bench';
const WHEN = { referenceMs: Date.UTC(2020, 0, 1, 12) };
const [COUNT, SEED] = [70, 1];
/** Prebuilt entities that an author of such a project would add. */
const PREBUILTS = [
  'DateTime',
  'Quantity.Number',
  'Quantity.Ordinal',
  'Quantity.Percentage',
  'Quantity.Age',
  'Quantity.Dimension',
  'Quantity.Currency',
];
/** Milliseconds of a query on an idle machine. */
const [MAX_MEDIAN_MS, MAX_SLOW_MS] = [2, 4];
/** Training over HTTP may take this many times as long as by the engine alone, from this many generated texts in 77 intents. */
const [MAX_TRAINING_RATIO, TRAINING_TEXTS] = [1.5, 10_000];
/** Other texts that are asked before times count: by then the JIT has compiled what queries run, as in a server at work. */
const WARM_UP_TEXTS = 1500;

interface Answer {
  intent: string;
  entities: { entity: string; start: number; end: number }[];
}
type Mode = 'standard' | 'advanced';

export async function conversations(folder: string): Promise<void> {
  await compareTraining();
  if (!hasUtterances(folder)) return;
  const [pool, test] = [readUtterances(folder, 'snips.train300'), readUtterances(folder, 'snips.test')];
  const train = drawPerIntent(pool, COUNT, SEED);
  const warmUp = shuffled(pool, SEED).slice(0, WARM_UP_TEXTS);
  const assets = assetsOf(train);
  const data = mkdtempSync(join(tmpdir(), 'perennial-bench-'));
  const server = await startServer([MAIN, 'serve', '--port', '0', '--data', data, '--json', '--log-level', 'warn']);
  try {
    console.log(`\nConversation projects over HTTP on SNIPS, ${COUNT} per intent, compared with the engine alone`);
    for (const mode of ['standard', 'advanced'] as const) {
      const { answers, trainS, queryMs, cpuMs, megabytes } = await overHttp(server, assets, mode, warmUp, test);
      const [median, slow] = percentiles(queryMs);
      const alone = await engineAlone(assets, mode, test);
      const [http, engine] = [quality(answers, test), quality(alone, test)];
      console.log(
        `${mode.padEnd(9)} over HTTP intents ${http.accuracy.toFixed(4)}, slots ${http.f1.toFixed(4)}; engine alone ${engine.accuracy.toFixed(4)}, ${engine.f1.toFixed(4)}; trained in ${trainS.toFixed(1)} s, a query takes ${cpuMs.toFixed(1)} ms of CPU time`,
      );
      printTime(`${mode}: median`, median, MAX_MEDIAN_MS);
      printTime(`${mode}: 95th percentile`, slow, MAX_SLOW_MS);
      if (mode === 'standard') console.log(`${mode}: queries take ${megabytes.toFixed(0)} MB of memory, in all threads together`);
      const same = answers.filter((answer, i) => answer.intent === alone[i]!.intent).length / answers.length;
      console.log(
        `${http.accuracy === engine.accuracy && http.f1 === engine.f1 ? 'met   ' : 'MISSED'} ${mode}: the same accuracy; the same top intent on ${(100 * same).toFixed(2)} %`,
      );
    }
    const [median, slow] = percentiles(await askNlpJs(train, warmUp, test));
    console.log(`NLP.js: median of a query ${median.toFixed(1)} ms, 95th percentile ${slow.toFixed(1)} ms`);
  } finally {
    server.child.kill('SIGKILL');
    rmSync(data, { recursive: true, force: true });
  }
}

function percentiles(times: readonly number[]): [median: number, slow: number] {
  const sorted = times.toSorted((a, b) => a - b);
  return [sorted[Math.floor(0.5 * sorted.length)]!, sorted[Math.floor(0.95 * sorted.length)]!];
}

function printTime(what: string, ms: number, maxMs: number): void {
  console.log(`${ms <= maxMs ? 'met   ' : 'MISSED'} ${what} of a query ${ms.toFixed(1)} ms, at most ${maxMs}`);
}

/** Milliseconds of each query. */
async function askNlpJs(train: readonly Utterance[], warmUp: readonly Utterance[], test: readonly Utterance[]): Promise<number[]> {
  interface Nlp {
    addDocument(language: string, text: string, intent: string): void;
    train(): Promise<void>;
    process(language: string, text: string): Promise<object>;
  }
  const { NlpManager } = createRequire(import.meta.url)('node-nlp') as { NlpManager: new (settings: object) => Nlp };
  const nlp = new NlpManager({ languages: ['en'], forceNER: true, autoSave: false, autoLoad: false, nlu: { log: false } });
  for (const { text, intent } of shuffled(train, SEED)) nlp.addDocument('en', text, intent);
  await nlp.train();
  const peer = createServer((asked, response) => {
    const chunks: Buffer[] = [];
    asked
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        const { text } = JSON.parse(Buffer.concat(chunks).toString()) as { text: string };
        void nlp.process('en', text).then((answer) => response.end(JSON.stringify(answer)));
      });
  });
  await new Promise<void>((resolve) => void peer.listen(0, '127.0.0.1', resolve));
  const call = caller({ port: (peer.address() as AddressInfo).port, key: '' });
  const times: number[] = [];
  for (const [i, { text }] of [...warmUp, ...test].entries()) {
    const startedAt = performance.now();
    await call('POST', '/', { text });
    if (i >= warmUp.length) times.push(performance.now() - startedAt);
  }
  peer.close();
  return times;
}

function assetsOf(rows: readonly Utterance[]): ConversationAssets {
  const intents = [...new Set(['None', ...rows.map(({ intent }) => intent)])].map((category) => ({ category }));
  const entities = [...new Set(rows.flatMap((row) => row.entities.map(({ entity }) => entity)))].sort().map((category) => ({ category }));
  const utterances = rows.map((row) => ({
    text: row.text,
    language: 'en-us',
    intent: row.intent,
    entities: row.entities.map(({ entity, start, end }) => ({ category: entity, offset: start, length: end - start })),
  }));
  const prebuilts = PREBUILTS.map((category) => ({ category, prebuilts: [{ category }] }));
  return { projectKind: 'Conversation', intents, entities: [...entities, ...prebuilts], utterances } as ConversationAssets;
}

/** Wall-clock times of training, over HTTP and by the engine alone, with sentences. */
async function compareTraining(): Promise<void> {
  const assets = assetsOf(generateUtterances(TRAINING_TEXTS, SEED).map((row) => ({ ...row, entities: [] })));
  const data = mkdtempSync(join(tmpdir(), 'perennial-bench-'));
  const server = await startServer([MAIN, 'serve', '--port', '0', '--data', data, '--json', '--log-level', 'warn']);
  try {
    const { trainS } = await importAndTrain(caller(server), assets, 'advanced');
    const startedAt = performance.now();
    await trainAlone(assets, 'advanced');
    const aloneS = (performance.now() - startedAt) / 1000;
    console.log(
      `\n${trainS <= MAX_TRAINING_RATIO * aloneS ? 'met   ' : 'MISSED'} ${TRAINING_TEXTS} texts train over HTTP in ${trainS.toFixed(1)} s, by the engine alone in ${aloneS.toFixed(1)} s: ratio ${(trainS / aloneS).toFixed(2)}, at most ${MAX_TRAINING_RATIO}`,
    );
  } finally {
    server.child.kill('SIGKILL');
    rmSync(data, { recursive: true, force: true });
  }
}

type Call = ReturnType<typeof caller>;
/** Starts an operation and waits for its end. */
type Complete = (method: string, path: string, body: unknown) => Promise<void>;

async function importAndTrain(call: Call, assets: ConversationAssets, mode: Mode): Promise<{ trainS: number; complete: Complete }> {
  const metadata = { projectKind: 'Conversation', projectName: 'Bench', language: 'en-us', multilingual: false };
  const complete: Complete = async (method, path, body) => {
    const { headers } = await call(method, `${PROJECT}${path}?${VERSION}`, body);
    const { pathname, search } = new URL(headers['operation-location']!);
    for (let status = ''; status !== 'succeeded'; await sleep(100)) {
      status = (JSON.parse((await call('GET', pathname + search)).text) as { status: string }).status;
      if (status === 'failed') throw new Error(`${method} ${path} failed.`);
    }
  };
  await complete('POST', '/:import', { projectFileVersion: '2023-04-01', stringIndexType: 'Utf16CodeUnit', metadata, assets });
  const startedAt = performance.now();
  await complete('POST', '/:train', {
    modelLabel: mode,
    trainingMode: mode,
    evaluationOptions: { kind: 'percentage', trainingSplitPercentage: 100, testingSplitPercentage: 0 },
  });
  return { trainS: (performance.now() - startedAt) / 1000, complete };
}

/** Resident memory of a process. */
const megabytesOf = (pid: number): number => Number(/^VmRSS:\s+(\d+)/mu.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;

async function overHttp(
  server: RunningServer,
  assets: ConversationAssets,
  mode: Mode,
  warmUp: readonly Utterance[],
  test: readonly Utterance[],
): Promise<{ answers: Answer[]; trainS: number; queryMs: number[]; cpuMs: number; megabytes: number }> {
  const call = caller(server);
  const { trainS, complete } = await importAndTrain(call, assets, mode);
  const megabytesBefore = megabytesOf(server.child.pid!);
  await complete('PUT', '/deployments/production', { trainedModelLabel: mode });
  const ask = async (text: string): Promise<Answer> => {
    const body = {
      kind: 'Conversation',
      analysisInput: { conversationItem: { id: '1', participantId: '1', text, language: 'en-us' } },
      parameters: { projectName: 'Bench', deploymentName: 'production', stringIndexType: 'Utf16CodeUnit' },
    };
    const { result } = JSON.parse((await call('POST', `/language/:analyze-conversations?${VERSION}`, body)).text) as {
      result: { prediction: { topIntent: string; entities: { category: string; offset: number; length: number }[] } };
    };
    const { topIntent: intent, entities } = result.prediction;
    return {
      intent,
      entities: entities.map(({ category, offset, length }) => ({ entity: category, start: offset, end: offset + length })),
    };
  };
  for (const { text } of warmUp) await ask(text);
  const queryMs: number[] = [];
  const answers: Answer[] = [];
  const cpuStarted = cpuSeconds(server.child.pid!);
  for (const { text } of test) {
    const startedAt = performance.now();
    answers.push(await ask(text));
    queryMs.push(performance.now() - startedAt);
  }
  const cpuMs = (1000 * (cpuSeconds(server.child.pid!) - cpuStarted)) / test.length;
  return { answers, trainS, queryMs, cpuMs, megabytes: megabytesOf(server.child.pid!) - megabytesBefore };
}

const trainAlone = async (assets: ConversationAssets, mode: Mode): ReturnType<typeof trainLanguage> =>
  await trainLanguage(
    { ...toDefinition(assets, assets.utterances, 'en-us'), encoder: encoderDigest() },
    assets.utterances.map(toRow),
    createTextEncoder(vectorSizeFor('en-us', mode === 'standard', assets.utterances.length)),
  );

async function engineAlone(assets: ConversationAssets, mode: Mode, test: readonly Utterance[]): Promise<Answer[]> {
  const { model } = await trainAlone(assets, mode);
  const vectors = await vectorsFor(
    model,
    test.map(({ text }) => text),
  );
  const answers = test.map(({ text }, i): Answer => {
    const { intents, entities } = model.predict(text, { when: WHEN, ...vectors[i] });
    return { intent: intents[0]!.intent, entities: entities.map(({ entity, start, end }) => ({ entity, start, end })) };
  });
  return answers;
}

function quality(answers: readonly Answer[], test: readonly Utterance[]): { accuracy: number; f1: number } {
  return {
    accuracy: answers.filter(({ intent }, i) => intent === test[i]!.intent).length / test.length,
    f1: scoreEntities(
      test.map(({ entities }, i) => ({
        labels: entities,
        found: answers[i]!.entities.filter(({ entity }) => !PREBUILTS.includes(entity)),
      })),
    ).micro.f1,
  };
}

interface HttpResponse {
  text: string;
  headers: Record<string, string | undefined>;
}

function caller({
  port,
  key,
}: Pick<RunningServer, 'port' | 'key'>): (method: string, path: string, body?: unknown) => Promise<HttpResponse> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return (method, path, body) =>
    new Promise((resolve, reject) => {
      const sent = request(
        { agent, port, host: '127.0.0.1', method, path, headers: { 'ocp-apim-subscription-key': key, 'content-type': 'application/json' } },
        (response) => {
          const chunks: Buffer[] = [];
          response
            .on('data', (chunk: Buffer) => chunks.push(chunk))
            .on('end', () => {
              const text = Buffer.concat(chunks).toString();
              if (response.statusCode! >= 400) reject(new Error(`${method} ${path}: ${response.statusCode} ${text}`));
              else resolve({ text, headers: response.headers as HttpResponse['headers'] });
            });
        },
      );
      sent.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
    });
}
