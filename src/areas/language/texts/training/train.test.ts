import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import { entityProject, marked, multiLabel, orderText, singleLabel } from '../../../../../test/support/text-projects.ts';
import type { Trained } from '../../projects/family.ts';
import type { EvaluationOptions } from '../../projects/model.ts';
import { readAssets } from '../files/import.ts';
import { ENTITIES, MULTI, SINGLE } from '../model.ts';
import type { TextAssets, TextDocument, TextKind } from '../model.ts';
import type { ExportedProject } from '../schemas.ts';
import { predictDocuments, train } from './train.ts';

const half = { kind: 'percentage', training: 50, testing: 50 } as const;

function trained(kind: TextKind, assets: TextAssets, options: EvaluationOptions = half): { trained: Trained; progress: number[] } {
  const { port1, port2 } = new MessageChannel();
  const made = train({ project: { kind, language: 'en', multilingual: false }, assets, mode: 'standard', options, gathered: assets.documents.map(({ text }) => text), port: port2 });
  const progress: number[] = [];
  for (let message; (message = receiveMessageOnPort(port1)) !== undefined;) progress.push(message.message as number);
  port1.close();
  return { trained: made, progress };
}

const projects: [TextKind, () => object][] = [[SINGLE, singleLabel], [MULTI, multiLabel], [ENTITIES, entityProject]];

describe('training', () => {
  for (const [kind, make] of projects) {
    test(`${kind}: the same documents give the same model, whatever their order`, () => {
      const assets = readAssets(make() as ExportedProject, kind);
      const { trained: first, progress } = trained(kind, assets);
      const { trained: second } = trained(kind, { ...assets, documents: assets.documents.toReversed() });
      assert.deepEqual(first.learned, second.learned);
      assert.deepEqual(first.evaluation.summary, second.evaluation.summary);
      assert.deepEqual(first.facts, { kind });
      assert.deepEqual(progress, [...progress].sort((a, b) => a - b));
      assert.ok(progress.includes(0.9) && progress.at(-1)! <= 1);
    });
  }

  test('documents without labels, and what lies outside of regions, teach nothing', () => {
    const assets = readAssets(entityProject() as ExportedProject, ENTITIES);
    const all = { kind: 'percentage', training: 100, testing: 0 } as const;
    const more: TextDocument[] = [...assets.documents.map((document): TextDocument => ({ ...document, text: `${document.text!}\nCustomer: Nobody Here` })), { location: 'unlabelled', text: 'Customer: Nobody Here' }];
    assert.deepEqual(trained(ENTITIES, { ...assets, documents: more }, all).trained.learned, trained(ENTITIES, assets, all).trained.learned);
  });

  test('without a test set there are zero counts and no results', () => {
    const { trained: { evaluation } } = trained(SINGLE, readAssets(singleLabel() as ExportedProject, SINGLE), { kind: 'percentage', training: 100, testing: 0 });
    assert.deepEqual(evaluation.results, []);
    assert.equal((evaluation.summary as { customSingleLabelClassificationEvaluation: { microF1: number } }).customSingleLabelClassificationEvaluation.microF1, 0);
  });
});

describe('asking', () => {
  const { learned: bytes } = trained(ENTITIES, readAssets(entityProject() as ExportedProject, ENTITIES), { kind: 'percentage', training: 100, testing: 0 }).trained;
  const { text } = marked(orderText(0, 'Nora Blum', 'Hamburg', 'ZZ-4711'));

  test('entities below the threshold are left out', () => {
    const found = (threshold?: number): number[] => {
      const said = predictDocuments({ learned: 'a', bytes, kind: ENTITIES, documents: [{ text, culture: 'en' }], ...threshold !== undefined && { threshold } });
      return said === 'outdated' ? [] : said[0]!.entities.map(({ score }) => score);
    };
    const scores = found();
    assert.equal(scores.length, 4);
    const least = Math.min(...scores);
    assert.deepEqual(found(least), scores);
    assert.deepEqual(found(least + 1e-9), scores.filter((score) => score > least));
  });

  test('a model that another version wrote is outdated', () => {
    const other = bytes.slice();
    other[4]! += 1;
    assert.equal(predictDocuments({ learned: 'b', bytes: other, kind: ENTITIES, documents: [] }), 'outdated');
  });

  test('the longest document is answered, whatever it is made of', () => {
    for (const long of ['Customer: Anna Berg\n'.repeat(6000), 'a'.repeat(125_000), 'Dr. '.repeat(31_000)]) {
      const said = predictDocuments({ learned: 'c', bytes, kind: ENTITIES, documents: [{ text: long, culture: 'en' }] });
      assert.ok(said !== 'outdated');
      for (const { start, end } of said[0]!.entities) assert.ok(start < end && end <= long.length);
    }
  });
});
