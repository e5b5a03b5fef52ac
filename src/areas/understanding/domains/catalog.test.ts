import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { tokenize } from '../../../engines/shared/text/tokens.ts';
import { domains } from './catalog.ts';

const intents = domains().flatMap(({ name, intents: all, entities }) =>
  Object.entries(all).map(([intent, { utterances }]) => ({ of: `${name}.${intent}`, entities, utterances })),
);

describe('prebuilt domains', () => {
  test('every intent has 8 to 15 distinct utterances', () => {
    for (const { of, utterances } of intents) {
      assert.ok(utterances.length >= 8 && utterances.length <= 15, `${of} has ${utterances.length}`);
      assert.equal(new Set(utterances.map(({ text }) => text)).size, utterances.length, of);
    }
  });

  test('labels name entities of the domain, cover whole words and do not overlap', () => {
    for (const { of, utterances, entities } of intents) {
      for (const { text, labels } of utterances) {
        const tokens = tokenize(text, 'en-us');
        labels.forEach(({ entity, start, end }, i) => {
          assert.ok(Object.hasOwn(entities, entity), `${of}: ${entity}`);
          assert.ok(
            tokens.some((token) => token.start === start) && tokens.some((token) => token.end === end),
            `${of}: ${text}: ${entity}`,
          );
          assert.ok(i === 0 || labels[i - 1]!.end <= start, `${of}: ${text}`);
        });
      }
    }
  });

  test('every entity is labeled in its domain', () => {
    for (const { name, entities, intents: all } of domains()) {
      const labeled = new Set(
        Object.values(all).flatMap(({ utterances }) => utterances.flatMap(({ labels }) => labels.map(({ entity }) => entity))),
      );
      assert.deepEqual(
        Object.keys(entities).filter((entity) => !labeled.has(entity)),
        [],
        name,
      );
    }
  });

  test('every intent and entity is described', () => {
    for (const { name, description, entities, intents: all } of domains()) {
      const texts = [name, description, ...Object.values(entities), ...Object.values(all).map(({ about }) => about)];
      assert.ok(
        texts.every((text) => typeof text === 'string' && text !== ''),
        name,
      );
    }
  });

  test('names of intents and entities are unique in a domain', () => {
    for (const { name, entities, intents: all } of domains()) {
      const names = [...Object.keys(entities), ...Object.keys(all)].map((one) => one.toLowerCase());
      assert.equal(new Set(names).size, names.length, name);
    }
  });
});
