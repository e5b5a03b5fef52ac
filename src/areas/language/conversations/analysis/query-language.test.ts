import assert from 'node:assert/strict';
import { test } from 'node:test';
import { queryLanguage } from './query-language.ts';

const multilingual = { language: 'en-us', multilingual: true };

test('detects the language of a query to a multilingual project', () => {
  assert.equal(queryLanguage(multilingual, 'wie wird das Wetter morgen in Berlin'), 'de');
  assert.equal(queryLanguage(multilingual, '明天会下雨吗'), 'zh-hans');
  assert.equal(queryLanguage(multilingual, 'minn meg på å ringe mamma i morgen tidlig'), 'nb');
});

test('keeps the region of the project where its language is detected, or none', () => {
  assert.equal(queryLanguage(multilingual, 'what will the weather be tomorrow'), 'en-us');
  assert.equal(queryLanguage(multilingual, '12:30 😀'), 'en-us');
});

test('takes the given language, or that of a project of one language', () => {
  assert.equal(queryLanguage(multilingual, 'wie wird das Wetter', 'fr'), 'fr');
  assert.equal(queryLanguage({ language: 'en-us', multilingual: false }, 'wie wird das Wetter morgen'), 'en-us');
});
