import assert from 'node:assert/strict';
import { test } from 'node:test';
import { subjectsOf } from './subjects-thread.ts';

test('gives sentences of one subject the same subjects, without a word in common and across languages', async () => {
  const [match, goal, german, rain] = await subjectsOf([
    'Our team won the derby three to nil',
    'Striker scores twice as United beat City at home',
    'Die Mannschaft gewann das Fußballspiel mit zwei Toren',
    'Will it rain in the north tomorrow?',
  ]);
  const shared = (a: string[], b: string[]): number => a.filter((subject) => b.includes(subject)).length;
  for (const other of [goal!, german!]) assert.ok(shared(match!, other) > shared(rain!, other), JSON.stringify({ match, other, rain }));
  assert.ok(rain!.slice(0, 2).includes('weather forecast, rain and sunshine'), JSON.stringify(rain));
});
