import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { SENTENCE_SIZE } from '../engines/language/sentences/encoder.ts';
import { endOutsideNativeCode } from './native-calls.ts';
import { embedTexts } from '../engines/loaders/language/sentence-encoder.ts';

const ENCODE_ALWAYS = `
  import { parentPort } from 'node:worker_threads';
  import { embedTexts } from ${JSON.stringify(new URL('../engines/loaders/language/sentence-encoder.ts', import.meta.url).href)};
  for (let i = 0; ; i++) {
    await embedTexts(['text number ' + i + ' of many that are encoded one after the other'], ${SENTENCE_SIZE});
    if (i === 0) parentPort.postMessage('started');
  }
`;

// Without the gate nearly each of these ends the process.
test('a thread is ended while it encodes, and the process goes on', async () => {
  for (let i = 0; i < 5; i++) {
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(ENCODE_ALWAYS)}`));
    await once(worker, 'message');
    await delay(3 * i);
    await endOutsideNativeCode(() => worker.terminate());
  }
  assert.equal((await embedTexts(['still here'], SENTENCE_SIZE))[0]!.length, SENTENCE_SIZE);
});
