import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findNames } from './find-names.ts';
import { MARK, extendPhrase, foldWord, readLexicon, writeLexicon } from './lexicon.ts';
import { readTagger } from './tagger.ts';

function namesIn(text: string, culture = 'en-us'): string[] {
  return findNames(text, culture).map(({ start, length, kind, place }) => `${place ?? kind}: ${text.slice(start, start + length)}`);
}

describe('names', () => {
  test('finds persons and places in requests', () => {
    assert.deepEqual(namesIn('Book a flight to Paris for John Smith'), ['city: Paris', 'person: John Smith']);
    assert.deepEqual(namesIn('What is the weather in New York tomorrow?'), ['city: New York']);
    assert.deepEqual(namesIn('Anna moved from Germany to South America'), [
      'person: Anna',
      'countryRegion: Germany',
      'continent: South America',
    ]);
  });

  test('finds them in small letters', () => {
    assert.deepEqual(namesIn('book a flight to paris for john smith'), ['city: paris', 'person: john smith']);
    assert.deepEqual(namesIn('send an email to maria garcia'), ['person: maria garcia']);
  });

  test('finds nothing in texts without names', () => {
    for (const text of ['', '   ', '12345', '?!', 'turn on the lights in the kitchen', 'I lost my card and need a new one', '😀😀'])
      assert.deepEqual(namesIn(text), [], text);
  });

  test('parts persons at a verb and places at a word between them', () => {
    assert.deepEqual(namesIn('george helps martha'), ['person: george', 'person: martha']);
    assert.deepEqual(namesIn('chicago via boston'), ['city: chicago', 'city: boston']);
  });

  test('finds no names in addresses, codes and words that are more likely something else', () => {
    assert.deepEqual(namesIn('write to thomas@example.com'), []);
    assert.deepEqual(namesIn('Send it from 54321 TX to 65432 CO'), []);
  });

  test('finds names in other languages', () => {
    assert.deepEqual(namesIn('Meu nome é João Silva e moro em Lisboa', 'pt-br'), ['person: João Silva', 'city: Lisboa']);
    assert.deepEqual(namesIn('Quiero un vuelo de Madrid a Londres', 'es-es'), ['city: Madrid', 'city: Londres']);
    assert.deepEqual(namesIn('Wie ist das Wetter in München?', 'de-de'), ['city: München']);
  });

  test('finds nothing in a language that is not recognized', () => {
    assert.deepEqual(namesIn('Anna Müller wohnt hier', 'de-de'), [], 'persons are not recognized in German');
    assert.deepEqual(namesIn('John Smith lives in Paris', 'xx-yy'), []);
  });

  test('offsets are UTF-16 and names do not overlap in a long text', () => {
    const text = '😀 John Smith flew to Oslo. '.repeat(200);
    const found = findNames(text, 'en');
    assert.ok(found.length >= 300);
    let end = 0;
    for (const { start, length, confidence } of found) {
      assert.ok(start >= end && length > 0);
      assert.ok(confidence >= 0 && confidence <= 1);
      end = start + length;
    }
    assert.ok(end <= text.length);
  });

  test('distinguishes kinds of places', () => {
    const kinds = ['Texas', 'Japan', 'Africa', 'Chicago', 'Heathrow Airport'].map((place) =>
      namesIn(`We are flying to ${place} next week`),
    );
    assert.deepEqual(kinds, [
      ['state: Texas'],
      ['countryRegion: Japan'],
      ['continent: Africa'],
      ['city: Chicago'],
      ['poi: Heathrow Airport'],
    ]);
  });
});

describe('lexicon', () => {
  test('reads back what was written', () => {
    const lexicon = readLexicon(writeLexicon(new Map([[extendPhrase(extendPhrase(0, 'new'), 'york'), { marks: MARK.state, use: 7 }]])));
    assert.deepEqual(lexicon.find(extendPhrase(extendPhrase(0, 'new'), 'york')), { marks: MARK.state, use: 7 });
    assert.deepEqual(lexicon.find(extendPhrase(0, 'new')), { marks: 0, use: 0 });
  });

  test('folds letters with marks', () => {
    assert.equal(foldWord('łódź'), 'lodz');
    assert.equal(foldWord('århus'), 'arhus');
  });

  test('rejects damaged files', () => {
    const bytes = writeLexicon(new Map([[1, { marks: 1, use: 1 }]]));
    assert.throws(() => readLexicon(bytes.subarray(0, bytes.length - 1)));
    assert.throws(() => readLexicon(new Uint8Array(20)));
    assert.throws(() => readTagger(new Uint8Array(20)));
  });
});
