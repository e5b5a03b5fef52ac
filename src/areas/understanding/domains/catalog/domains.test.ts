import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { tokenize } from '../../../../engines/shared/text/tokens.ts';
import { DOMAINS } from './all.ts';
import { parseDomainUtterances } from './domain.ts';

const intents = DOMAINS.flatMap(({ name, intents: all, entities }) =>
  Object.entries(all).map(([intent, { says }]) => ({
    of: `${name}.${intent}`,
    entities,
    parsedUtterances: parseDomainUtterances(says),
  })),
);

describe('prebuilt domains', () => {
  test('every intent has 8 to 15 distinct utterances', () => {
    for (const { of, parsedUtterances } of intents) {
      assert.ok(parsedUtterances.length >= 8 && parsedUtterances.length <= 15, `${of} has ${parsedUtterances.length}`);
      assert.equal(new Set(parsedUtterances.map(({ text }) => text)).size, parsedUtterances.length, of);
    }
  });

  test('labels name entities of the domain, cover whole words and do not overlap', () => {
    for (const { of, parsedUtterances, entities } of intents) {
      for (const { text, labels } of parsedUtterances) {
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

  test('every entity is labelled in its domain', () => {
    for (const { name, entities, intents: all } of DOMAINS) {
      const labelled = new Set(
        Object.values(all).flatMap(({ says }) => parseDomainUtterances(says).flatMap(({ labels }) => labels.map(({ entity }) => entity))),
      );
      assert.deepEqual(
        Object.keys(entities).filter((entity) => !labelled.has(entity)),
        [],
        name,
      );
    }
  });

  test('names of intents and entities are unique in a domain', () => {
    for (const { name, entities, intents: all } of DOMAINS) {
      const names = [...Object.keys(entities), ...Object.keys(all)].map((one) => one.toLowerCase());
      assert.equal(new Set(names).size, names.length, name);
    }
  });
});
