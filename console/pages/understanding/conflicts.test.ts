/** Two people editing one version: what is overwritten, what is asked, what is saved. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CallFailed } from '../../kit/api.ts';
import type { Client } from '../../kit/api.ts';
import type { Conflict, Resolution } from '../../kit/conflict.tsx';
import type { LabeledText } from '../../shared/language/entities.ts';
import { addUtterances, applySteps, invertSteps } from './bulk-changes.ts';
import type { Step } from './bulk-changes.ts';
import { keyOf, loadStates, toExample } from './calls.ts';
import type { ExampleLabel } from './calls.ts';
import { fieldItems, mergeFields, mergeUtterance, utteranceItems } from './merging.ts';

const say = (text: string, intent = 'Fly', labels: LabeledText['labels'] = []): LabeledText => ({ text, intent, labels });
const CITY = { entity: 'City', start: 0, end: 4 };

interface Given {
  text: string;
  intentName: string;
  entityLabels: ExampleLabel[];
  etag?: string | null;
}

/** A server with utterances and conditional writes; `between` runs once, before a write. */
class Server {
  readonly #there = new Map<string, Given & { id: number; etag: string }>();
  #last = 0;
  writes = 0;
  between?: () => void;

  constructor(...utterances: LabeledText[]) {
    for (const one of utterances) this.write(one);
  }

  write(one: LabeledText): void {
    this.#put(toExample(one));
  }

  delete(text: string): void {
    this.#there.delete(keyOf(text));
  }

  async all(): Promise<LabeledText[]> {
    return [...(await loadStates(this.client, '/v', ['any', ...this.#there.keys()])).values()].map(({ utterance }) => utterance);
  }

  #put(given: Given): void {
    this.#there.set(keyOf(given.text), {
      ...given,
      id: this.#there.get(keyOf(given.text))?.id ?? ++this.#last,
      etag: `"${++this.#last}"`,
    });
  }

  readonly client = {
    get: async (_: string, { query: { text } }: { query: { text?: string } }) =>
      await Promise.resolve([...this.#there.values()].filter((one) => text === undefined || keyOf(one.text) === keyOf(text))),
    post: async (path: string, body: unknown) => {
      const act = this.between;
      this.between = undefined;
      act?.();
      this.writes++;
      const refuse = (): never => {
        throw new CallFailed({ status: 412, code: '', message: 'overtaken', call: { method: 'POST', path } });
      };
      if (path === '/v/examples') {
        const given = body as Given[];
        if (given.some(({ text }) => this.#there.has(keyOf(text)))) refuse();
        for (const one of given) this.#put(one);
        return await Promise.resolve(given.map(() => ({ hasError: false })));
      }
      const { put, delete: gone } = body as { put: Given[]; delete: { id: number; etag: string }[] };
      for (const { text, etag } of put) if ((this.#there.get(keyOf(text))?.etag ?? null) !== etag) refuse();
      for (const { id, etag } of gone) if (![...this.#there.values()].some((one) => one.id === id && one.etag === etag)) refuse();
      for (const { id } of gone) for (const one of this.#there.values()) if (one.id === id) this.delete(one.text);
      for (const one of put) this.#put(one);
    },
  } as unknown as Client;
}

async function change(
  server: Server,
  steps: readonly Step[],
  choice?: Resolution,
  signal?: AbortSignal,
): Promise<{ all: boolean; done: Step[]; seen: string[]; asked: Conflict[] }> {
  const [done, seen, conflicts]: [Step[], string[], Conflict[]] = [[], [], []];
  const all = await applySteps(server.client, '/v', steps, {
    entities: [],
    signal,
    onProgress: (applied) => {
      done.push(...applied.done);
      seen.push(...applied.put.map(({ text, intent }) => `${text} ${intent}`), ...[...applied.gone].map((text) => `no ${text}`));
    },
    ask: (conflict) => Promise.resolve((conflicts.push(conflict), choice)),
  });
  return { all, done, seen, asked: conflicts };
}

test('changes many in few calls, and undoes it', async () => {
  const utterances = Array.from({ length: 1200 }, (_, n) => say(`one ${n}`));
  const server = new Server(...utterances);
  const { done, asked: conflicts } = await change(
    server,
    utterances.map((before, n) => (n % 2 === 0 ? { before } : { before, after: { ...before, intent: 'Stay' } })),
  );
  assert.deepEqual([server.writes, done.length, conflicts.length, (await server.all()).length], [3, 1200, 0, 600]);
  assert.ok((await server.all()).every(({ intent }) => intent === 'Stay'));
  await change(server, invertSteps(done));
  const sorted = (some: readonly LabeledText[]): string[] => some.map(({ text, intent }) => `${intent} ${text}`).sort();
  assert.deepEqual(sorted(await server.all()), sorted(utterances));
  const stopped = new Server(...utterances);
  await assert.rejects(
    change(
      stopped,
      utterances.map((before) => ({ before })),
      undefined,
      AbortSignal.abort(),
    ),
    { name: 'AbortError' },
  );
  assert.equal(stopped.writes, 0);
});

test("never overwrites someone else's change without confirmation", async () => {
  const steps = ['rome', 'oslo', 'bern'].map((text): Step => ({ before: say(text), after: say(text, 'Stay') }));
  for (const late of [false, true])
    for (const [choice, expected] of [
      ['mine', ['rome Stay', 'oslo Stay', 'bern Stay']],
      ['theirs', ['rome Stay', 'oslo Fly City', 'bern Stay']],
      ['both', ['rome Stay', 'oslo Stay City', 'bern Stay']],
      [undefined, ['rome Fly', 'oslo Fly City', 'bern Fly']],
    ] as const) {
      const server = new Server(...steps.map(({ before }) => before!));
      const theirs = (): void => server.write(say('oslo', 'Fly', [CITY]));
      if (late) server.between = theirs;
      else theirs();
      const { all, asked: conflicts } = await change(server, steps, choice);
      assert.equal(all, choice !== undefined);
      assert.deepEqual(
        conflicts.map(({ mine }) => mine.map(({ name }) => name)),
        [['oslo']],
      );
      assert.deepEqual(
        (await server.all()).map(({ text, intent, labels }) => [text, intent, ...labels.map(({ entity }) => entity)].join(' ')),
        expected,
      );
    }
});

test('a change wins over a deletion by the other side; what both deleted is gone', async () => {
  const before = say('rome');
  const gone = new Server();
  assert.deepEqual((await change(gone, [{ before }])).seen, ['no rome'], 'nothing to ask');
  assert.equal(gone.writes, 0);
  assert.deepEqual((await change(gone, [{ before, after: say('rome', 'Stay') }], 'both')).seen, ['rome Stay']);
  const changed = new Server(say('rome', 'Stay'));
  assert.deepEqual([(await change(changed, [{ before }], 'both')).seen, changed.writes], [['rome Stay'], 0]);
  assert.deepEqual((await change(changed, [{ before }], 'mine')).seen, ['no rome']);
  assert.deepEqual((await change(new Server(), [{ before, after: say('rome', 'Stay') }], 'theirs')).seen, ['no rome']);
});

test('adds new ones, and relabels existing ones as steps on their known state', async () => {
  const server = new Server(say('rome'), say('oslo'));
  const [steps, added]: [Step[], string[]] = [[], []];
  const add = async (given: LabeledText[]): Promise<unknown> =>
    await addUtterances(server.client, '/v', given, {
      known: [say('rome')],
      onProgress: (some) => void added.push(...some.map(({ text }) => text)),
      change: async (some) => await Promise.resolve(void steps.push(...some)),
    });
  assert.deepEqual(await add([say('ROME', 'Stay'), say('bern'), say('Bern', 'Stay')]), []);
  assert.deepEqual([added, steps], [['Bern'], [{ before: say('rome'), after: say('ROME', 'Stay') }]]);
  steps.length = 0;
  await add([say('oslo', 'Stay')]);
  assert.deepEqual([added, steps], [['Bern'], [{ after: say('oslo', 'Stay') }]], 'someone else has added it');
});

test('merges labels and fields that two people changed; keeps mine if both changed the same', () => {
  const city = (start: number, end: number, entity = 'City'): LabeledText['labels'][number] => ({ entity, start, end });
  const before = say('rome or oslo by night', 'Fly', [city(0, 4)]);
  const entities = [{ name: 'City' }, { name: 'Trip', over: true }];
  assert.deepEqual(
    mergeUtterance(
      before,
      say(before.text, 'Fly', [city(0, 4), city(8, 12)]),
      say(before.text, 'Stay', [city(0, 4, 'Town'), city(0, 12, 'Trip'), city(5, 9)]),
      entities,
    ),
    say(before.text, 'Stay', [city(0, 12, 'Trip'), city(0, 4, 'Town'), city(8, 12)]),
  );
  assert.deepEqual(
    mergeUtterance(before, say(before.text, 'Go', []), say(before.text, 'Stay', [city(0, 4)]), entities),
    say(before.text, 'Go', []),
  );
  assert.deepEqual(
    utteranceItems(before).map(({ sort, name, says }) => `${sort} ${name}: ${says}`),
    ['the text: rome or oslo by night', 'the intent: Fly', 'label of rome: City'],
  );
  assert.equal(mergeUtterance(before, say(before.text, 'Go'), say('Rome or Oslo by night'), entities).text, 'Rome or Oslo by night');
  const list = { name: 'Tool', subLists: [{ canonicalForm: 'spade', list: ['shovel'] }] };
  const [mine, theirs] = [
    { ...list, subLists: [...list.subLists, { canonicalForm: 'rake', list: [] }] },
    { name: 'Tools', subLists: [] },
  ];
  assert.deepEqual(mergeFields(list, mine, theirs), { name: 'Tools', subLists: [{ canonicalForm: 'rake', list: [] }] });
  assert.deepEqual(
    fieldItems(mine).map(({ sort, name }) => `${sort} ${name}`),
    ['the name', 'entry spade', 'entry rake'],
  );
});
