import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import { entityProject, marked, multiLabel, orderText, singleLabel } from '../../../../../test/support/text-projects.ts';
import type { Trained } from '../../projects/family.ts';
import type { EvaluationOptions } from '../../projects/model.ts';
import { parseAssets } from '../files/import.ts';
import { ENTITIES, MULTI, SINGLE } from '../model.ts';
import type { TextAssets, TextDocument, TextKind } from '../model.ts';
import type { ExportedProject } from '../schemas.ts';
import { predictDocuments, train } from './train.ts';

const half = { kind: 'percentage', training: 50, testing: 50 } as const;

async function trainProject(
  kind: TextKind,
  assets: TextAssets,
  options: EvaluationOptions = half,
): Promise<{ trained: Trained; progress: number[] }> {
  const { port1, port2 } = new MessageChannel();
  const result = await train({
    project: { kind, language: 'en', multilingual: false },
    assets,
    mode: 'standard',
    options,
    gathered: assets.documents.map(({ text }) => text),
    port: port2,
  });
  const progress: number[] = [];
  for (let message; (message = receiveMessageOnPort(port1)) !== undefined;) progress.push(message.message as number);
  port1.close();
  return { trained: result, progress };
}

const projects: [TextKind, () => object][] = [
  [SINGLE, singleLabel],
  [MULTI, multiLabel],
  [ENTITIES, entityProject],
];

describe('training', () => {
  for (const [kind, make] of projects) {
    test(`${kind}: trains the same model for any order of documents`, async () => {
      const assets = parseAssets(make() as ExportedProject, kind);
      const { trained: first, progress } = await trainProject(kind, assets);
      const { trained: second } = await trainProject(kind, { ...assets, documents: assets.documents.toReversed() });
      assert.deepEqual(first.learned, second.learned);
      assert.deepEqual(first.evaluation.summary, second.evaluation.summary);
      assert.deepEqual(first.facts, { kind });
      assert.deepEqual(
        progress,
        [...progress].sort((a, b) => a - b),
      );
      assert.ok(progress.includes(0.9) && progress.at(-1)! <= 1);
    });
  }

  test('ignores documents without labels and text outside of regions', async () => {
    const assets = parseAssets(entityProject() as ExportedProject, ENTITIES);
    const all = { kind: 'percentage', training: 100, testing: 0 } as const;
    const more: TextDocument[] = [
      ...assets.documents.map((document): TextDocument => ({ ...document, text: `${document.text!}\nCustomer: Nobody Here` })),
      { location: 'unlabeled', text: 'Customer: Nobody Here' },
    ];
    assert.deepEqual(
      (await trainProject(ENTITIES, { ...assets, documents: more }, all)).trained.learned,
      (await trainProject(ENTITIES, assets, all)).trained.learned,
    );
  });

  test('returns zero counts and no results without a test set', async () => {
    const {
      trained: { evaluation },
    } = await trainProject(SINGLE, parseAssets(singleLabel() as ExportedProject, SINGLE), {
      kind: 'percentage',
      training: 100,
      testing: 0,
    });
    assert.deepEqual(evaluation.results, []);
    assert.equal(
      (
        evaluation.summary as {
          customSingleLabelClassificationEvaluation: { microF1: number };
        }
      ).customSingleLabelClassificationEvaluation.microF1,
      0,
    );
  });
});

const { learned: bytes } = (
  await trainProject(ENTITIES, parseAssets(entityProject() as ExportedProject, ENTITIES), { kind: 'percentage', training: 100, testing: 0 })
).trained;

describe('prediction', () => {
  const { text } = marked(orderText(0, 'Nora Blum', 'Hamburg', 'ZZ-4711'));

  test('omits entities below the threshold', async () => {
    const found = async (threshold?: number): Promise<number[]> => {
      const predicted = await predictDocuments({
        learned: 'a',
        bytes,
        kind: ENTITIES,
        documents: [{ text, culture: 'en' }],
        ...(threshold !== undefined && { threshold }),
      });
      return predicted === 'outdated' ? [] : predicted[0]!.entities.map(({ score }) => score);
    };
    const scores = await found();
    assert.equal(scores.length, 4);
    const least = Math.min(...scores);
    assert.deepEqual(await found(least), scores);
    assert.deepEqual(
      await found(least + 1e-9),
      scores.filter((score) => score > least),
    );
  });

  test('reports a model of another version as outdated', async () => {
    const other = bytes.slice();
    other[4]! += 1;
    assert.equal(await predictDocuments({ learned: 'b', bytes: other, kind: ENTITIES, documents: [] }), 'outdated');
  });

  test('predicts the longest document, whatever its content', async () => {
    for (const long of ['Customer: Anna Berg\n'.repeat(6000), 'a'.repeat(125_000), 'Dr. '.repeat(31_000)]) {
      const predicted = await predictDocuments({ learned: 'c', bytes, kind: ENTITIES, documents: [{ text: long, culture: 'en' }] });
      assert.ok(predicted !== 'outdated');
      for (const { start, end } of predicted[0]!.entities) assert.ok(start < end && end <= long.length);
    }
  });
});
