import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findDates } from './dates.ts';

const DATES: Readonly<Record<string, readonly (readonly [text: string, ...found: string[]])[]>> = {
  en: [
    ['wake me at 6 am tomorrow', '6 am tomorrow'],
    ['will it rain next week or on Friday evening', 'next week', 'Friday evening'],
    ['remind me every 3 minutes', 'every 3 minutes'],
    ['book a table for two'],
  ],
  'en-GB': [['a quarter past five', 'a quarter past five']],
  da: [
    ['Sæt alarm til klokken 6 i morgen', 'klokken 6 i morgen'],
    ['Regner det på søndag eller i næste uge', 'søndag', 'næste uge'],
    ['spil noget jazz'],
  ],
  id: [['Setel alarm untuk jam 6 pagi besok', 'jam 6 pagi besok'], ['Bagaimana cuaca minggu depan', 'minggu depan'], ['putar lagu baru']],
  de: [['Stell den Wecker auf morgen früh', 'morgen früh']],
  ja: [['明日の朝7時に起こして', '明日の朝7時']],
  tr: [['yarın için bir hatırlatıcı kur', 'yarın']],
  // Without rules.
  sw: [['kesho asubuhi']],
};

for (const [culture, texts] of Object.entries(DATES)) {
  test(`finds dates and times in texts of ${culture}`, () => {
    for (const [text, ...found] of texts)
      assert.deepEqual(
        findDates(text, culture).map(({ start, end }) => text.slice(start, end)),
        found,
        text,
      );
  });
}
