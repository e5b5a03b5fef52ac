import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cultureTable } from './cultures.ts';
import { DATE_LANGUAGES, RULE_LANGUAGES } from './languages.ts';
import wordClasses from './word-classes.json' with { type: 'json' };

const UNITS_OF_AGE = ['Year', 'Month', 'Week', 'Day'];
/** The keys of each class that a table may have; a class that is not listed is no class of a table. */
const KEYS: Readonly<Record<string, RegExp | readonly string[]>> = {
  numbers: /^\d+(?:\.\d+)?$/,
  scales: /^\d+$/,
  fractions: /^0\.\d+$/,
  fractionsBefore: /^-?\d+(?:\.\d+)?$/,
  ordinals: /^\d+$/,
  relativeOrdinals: /^(?:end|current) -?\d$/,
  words: Object.keys(wordClasses),
  age: UNITS_OF_AGE,
  ageOrDuration: UNITS_OF_AGE,
  currencies: /^[A-Z][A-Za-z ]*$/,
  dimensions: /^[A-Z][A-Za-z ]*$/,
  temperatures: ['C', 'F', 'K', 'Degree'],
  days: /^-?\d$/,
  parts: ['MO', 'AF', 'EV', 'NI', 'DA', 'AM', 'PM'],
  daysWithPart: /^-?\d (?:MO|AF|EV|NI|DA|AM|PM)$/,
  timeUnits: ['Y', 'M', 'W', 'D', 'H', 'm', 'S', 'WE'],
  periods: /^(?:Y|M|W|D|WE) -?\d$/,
  durations: /^P/,
  sets: /^[PT]/,
  times: /^\d\d:\d\d$/,
  minutesAfterHour: /^[+-]\d+$/,
  holidays: /^\d\d-\d\d$/,
  seasons: ['SP', 'SU', 'FA', 'WI'],
};
const REQUIRED =
  'decimal dateOrder numbers scales ordinals relativeOrdinals words age currencies dimensions temperatures yes no weekdays days parts timeUnits';
const LISTS = ['ordinalEndings', 'ordinalStemEndings', 'ordinalMarks', 'prefixes', 'endings', 'attached'];
const FLAGS = ['onesFirst', 'tenJoins', 'vigesimal', 'positional', 'shortEnd', 'unitAlone', 'spaceGroups'];
const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';
const isTextOrList = (value: unknown): boolean => isText(value) || (Array.isArray(value) && value.length > 0 && value.every(isText));

function problemsOf(name: string, value: unknown): string[] {
  if (name === 'decimal') return value === '.' || value === ',' ? [] : [name];
  if (name === 'dateOrder') return value === 'dmy' || value === 'ymd' ? [] : [name];
  if (name === 'writing') return ['compound', 'syllables', 'characters'].includes(value as string) ? [] : [name];
  if (name === 'months') return typeof value === 'string' && value.split(',').length === 12 ? [] : [name];
  if (name === 'weekdays') return typeof value === 'string' && value.split(',').length === 7 ? [] : [name];
  if (['notNumbers', 'weakNumbers', 'cents', 'yes', 'no'].includes(name)) return isText(value) ? [] : [name];
  if (LISTS.includes(name)) return Array.isArray(value) && value.every((one) => typeof one === 'string') ? [] : [name];
  if (FLAGS.includes(name)) return typeof value === 'boolean' ? [] : [name];
  const keys = KEYS[name];
  if (keys === undefined || typeof value !== 'object' || value === null) return [name];
  return Object.entries(value)
    .filter(([key, phrases]) => !(keys instanceof RegExp ? keys.test(key) : keys.includes(key)) || !isTextOrList(phrases))
    .map(([key]) => `${name}.${key}`);
}

describe('the tables of the cultures', () => {
  for (const language of [...RULE_LANGUAGES, ...DATE_LANGUAGES]) {
    test(`${language} has the classes and keys of a culture table`, () => {
      const table: object = cultureTable(language);
      assert.deepEqual(
        REQUIRED.split(' ').filter((name) => !Object.hasOwn(table, name)),
        [],
      );
      assert.deepEqual(
        Object.entries(table).flatMap(([name, value]) => problemsOf(name, value)),
        [],
      );
    });
  }

  test('a misspelled class is found', () => {
    assert.deepEqual(problemsOf('words', { untill: 'bis' }), ['words.untill']);
    assert.deepEqual(problemsOf('wrods', {}), ['wrods']);
  });
});
