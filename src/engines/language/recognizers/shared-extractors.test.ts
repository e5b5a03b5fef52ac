import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shareExtractors } from './shared-extractors.ts';

class Words {
  calls: string[] = [];
  config?: object;
  pattern: RegExp;
  constructor(pattern: RegExp) {
    this.pattern = pattern;
  }
  extract(source: string): object[] {
    this.calls.push(source);
    return [...source.matchAll(this.pattern)].map(([text]) => ({ text }));
  }
}

test('equal extractors become one, which searches a text once', () => {
  const model = { days: new Words(/day/g), parts: { days: new Words(/day/g), weeks: new Words(/week/g) } };
  const [first, second] = [model.days, model.parts.days];
  const forget = shareExtractors(model);
  assert.equal(model.parts.days, model.days);
  assert.notEqual(model.parts.weeks, model.days);
  assert.deepEqual(model.days.extract('a day'), [{ text: 'day' }]);
  assert.deepEqual(model.parts.days.extract('a day'), [{ text: 'day' }]);
  assert.deepEqual([first.calls, second.calls], [['a day'], []]);
  forget();
  model.days.extract('a day');
  assert.equal(first.calls.length, 2);
});

test('a caller that changes a result does not change what is remembered', () => {
  const model = { days: new Words(/day/g) };
  shareExtractors(model);
  (model.days.extract('a day')[0] as { text: string }).text = 'changed';
  assert.deepEqual(model.days.extract('a day'), [{ text: 'day' }]);
});

test('extractors of other settings stay apart, and results by reference time too', () => {
  const [plain, set] = [new Words(/day/g), new Words(/day/g)];
  set.config = { isLong: true };
  plain.config = { isLong: false };
  const model = { plain, set };
  shareExtractors(model);
  assert.notEqual(model.plain, model.set);
});
