import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tokenizeFinely } from '../../recognizers/fine-tokens.ts';
import { endAtSuffix } from './suffixes.ts';
import { trainTagger } from './tagger.ts';

function ending(found: string, text: string, keepsSuffixes: boolean, culture = 'tr'): string {
  const pieces = tokenizeFinely(text, culture);
  const to = pieces.findIndex(({ end }) => end === found.length) + 1;
  return text.slice(0, pieces[endAtSuffix(pieces, 0, to, keepsSuffixes, culture) - 1]!.end);
}

test('ends a value before the apostrophe or after the suffix', () => {
  for (const found of ['Ankara', "Ankara'", "Ankara'dan"]) {
    assert.equal(ending(found, "Ankara'dan kalk", false), 'Ankara');
    assert.equal(ending(found, "Ankara'dan kalk", true), "Ankara'dan");
  }
  assert.equal(ending('6', '6’ya kur', true), '6’ya');
});

test('leaves values without a suffix, and those of other languages, as they are', () => {
  assert.equal(ending('Ankara', 'Ankara dan', true), 'Ankara');
  assert.equal(ending('Ankara', "Ankara 'dan' kalk", true), 'Ankara');
  assert.equal(ending('Rome', "Rome's weather", true, 'en'), 'Rome');
});

test('keeps suffixes unless labels of training leave them out', () => {
  const cities = ['Rome', 'Oslo', 'Paris', 'Berlin'];
  const tagged = (label: (city: string) => string): string[] => {
    const rows = cities.flatMap((city) => [
      { text: `${city}'s weather`, culture: 'en', labels: [{ entity: 'City', start: 0, end: label(city).length }] },
      { text: `${city} please`, culture: 'en', labels: [{ entity: 'City', start: 0, end: city.length }] },
    ]);
    const text = "Berlin'deki hava";
    return trainTagger(rows)
      .tag(text, { culture: 'tr' })
      .map(({ start, end }) => text.slice(start, end));
  };
  assert.deepEqual(
    tagged((city) => city),
    ['Berlin'],
  );
  const plain = trainTagger(cities.map((city) => ({ text: `${city} please`, labels: [{ entity: 'City', start: 0, end: city.length }] })));
  const [found] = plain.tag("Berlin'deki please", { culture: 'tr' });
  assert.equal(found!.end, "Berlin'deki".length);
  assert.deepEqual(
    tagged((city) => `${city}'s`),
    ["Berlin'deki"],
  );
});
