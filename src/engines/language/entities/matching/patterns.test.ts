import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { KnownSpan } from './patterns.ts';
import { Patterns, InvalidTemplate, parseTemplate } from './patterns.ts';

const span = (text: string, entity: string, part: string, role?: string): KnownSpan => ({
  entity,
  role,
  start: text.indexOf(part),
  end: text.indexOf(part) + part.length,
});
const fit = (template: string, text: string, known: KnownSpan[] = [], anys: string[] = [], explicit: string[] = []): string[] | undefined =>
  new Patterns(
    [{ template, intent: 'x' }],
    anys.map((entity) => ({ entity, explicit })),
  )
    .match(text, known)[0]
    ?.spans.map((one) => `${one.entity}${one.role ? `:${one.role}` : ''}=${text.slice(one.start, one.end)}`);

test('takes roles from the template', () => {
  const text = 'Book a flight from Oslo to Rome, please!';
  const known = [span(text, 'City', 'Oslo'), span(text, 'City', 'Rome')];
  assert.deepEqual(fit('book a flight from {City:from} to {City:to}[, please]', text, known), ['City:from=Oslo', 'City:to=Rome']);
  assert.equal(fit('book a flight from {City:from} to {City:to}', text, known), undefined);
  assert.equal(fit('book a flight from {City:from} to {Country}[, please]', text, known), undefined);
});

test('reads parts after two colons and roles after one', () => {
  const text = 'meet me there';
  const known = [span(text, 'Place::There', 'there')];
  assert.deepEqual(fit('meet me {Place::There}', text, known), ['Place::There=there']);
  assert.deepEqual(fit('meet me { Place::There : to }', text, known), ['Place::There:to=there']);
  assert.throws(() => parseTemplate('{a:b:c}'), InvalidTemplate);
});

test('matches choices and optional parts', () => {
  const template = '(who | which [kind] person) wrote (it|this [old] book)?';
  for (const text of ['who wrote it', 'Which person wrote this book?', 'which kind person wrote this old book'])
    assert.deepEqual(fit(template, text), [], text);
  for (const text of ['who wrote', 'which kind wrote it', 'who wrote it now', '']) assert.equal(fit(template, text), undefined, text);
});

test('a Pattern.Any takes as little as possible, and phrases of its list as a whole', () => {
  const text = 'mail the man from nowhere from Bob';
  assert.deepEqual(fit('mail {Subject} from {Person}', text, [], ['Subject', 'Person']), ['Subject=the man', 'Person=nowhere from Bob']);
  assert.deepEqual(fit('mail {Subject} from {Person}', text, [], ['Subject', 'Person'], ['the man from nowhere']), [
    'Subject=the man from nowhere',
    'Person=Bob',
  ]);
  assert.deepEqual(fit('mail {Subject} from {Person}', text, [span(text, 'Person', 'Bob')], ['Subject']), [
    'Subject=the man from nowhere',
    'Person=Bob',
  ]);
});

test('returns the stronger template first', () => {
  const matches = new Patterns(
    [
      { template: 'play {Any}', intent: 'loose' },
      { template: 'play some {Any}', intent: 'tight' },
    ],
    [{ entity: 'Any' }],
  ).match('play some music', []);
  assert.deepEqual(
    matches.map(({ intent }) => intent),
    ['tight', 'loose'],
  );
  assert.ok(matches[0]!.strength > matches[1]!.strength);
});

test('rejects invalid templates with the offset of the error', () => {
  for (const template of [
    '',
    '[]',
    '()',
    'a (b',
    'a [b',
    'a {b',
    'a }',
    'a | b',
    'a ) b',
    '{}',
    '{a:}',
    '{a:b:c}',
    'x'.repeat(2000),
    `${'('.repeat(50)}a${')'.repeat(50)}`,
  ]) {
    assert.throws(() => parseTemplate(template), InvalidTemplate, template);
  }
});

test('hostile templates and texts finish in time', () => {
  const many = Array.from({ length: 30 }, () => '[{A}]').join(' ');
  const nested = '(a|(a|(a|(a|(a|(a|a[a])[a])[a])[a])[a])[a])'.repeat(10);
  const patterns = new Patterns(
    [
      { template: `${many} end`, intent: 'x' },
      { template: nested, intent: 'y' },
    ],
    [{ entity: 'A' }],
  );
  assert.deepEqual(patterns.match(`${'a '.repeat(120)}b`, []), []);
  assert.equal(patterns.match('a '.repeat(15), []).length, 1);
});

test('parses or rejects any template, and never throws on a text', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...'ab {}[]()|:?'), maxLength: 24 }),
      fc.string({ unit: fc.constantFrom(...'ab ?'), maxLength: 12 }),
      (template, text) => {
        let patterns: Patterns;
        try {
          patterns = new Patterns([{ template, intent: 'x' }], [{ entity: 'a' }]);
        } catch (problem) {
          assert.ok(problem instanceof InvalidTemplate);
          return;
        }
        for (const { spans, strength } of patterns.match(text, [])) {
          assert.ok(strength >= 0 && strength <= 1);
          for (const { start, end } of spans) assert.ok(start < end && end <= text.length);
        }
      },
    ),
    { numRuns: 500 },
  );
});
