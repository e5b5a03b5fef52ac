import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_ARGUMENTS, InvalidPolicy, parsePolicy, withExploration } from './policy.ts';

test('the documented learning settings', () => {
  const policy = parsePolicy('--cb_explore_adf --epsilon 0.2 --power_t 0 -l 0.001 --cb_type mtr -q ::');
  assert.deepEqual(policy.explorer, { kind: 'epsilon', epsilon: 0.2 });
  assert.deepEqual(
    [policy.powerT, policy.rates, policy.costType, policy.terms, policy.multiSlot],
    [0, [0.001], 'mtr', [[':', ':']], false],
  );
});

test('the example learning settings', () => {
  const policy = parsePolicy('--cb_explore_adf --epsilon 0.2 --dsjson --cb_type ips -l 0.5 --l1 1E-07 --power_t 0.5');
  assert.deepEqual([policy.l1, policy.costType, policy.terms, policy.withoutEffect], [1e-7, 'ips', null, ['--dsjson']]);
});

test('the default leaves learning to the server, with a floor', () => {
  const { explorer } = parsePolicy(DEFAULT_ARGUMENTS);
  assert.equal(explorer.kind, 'automatic');
  assert.equal(explorer.epsilon, 0.02);
});

test('subjects of texts are asked for by a flag', () => {
  assert.deepEqual(
    ['', ' --text_subjects'].map((flag) => parsePolicy(DEFAULT_ARGUMENTS + flag).textSubjects),
    [false, true],
  );
});

test('a larger gamma scale explores less', () => {
  const spread = (scale: number): number => {
    const { explorer } = parsePolicy(`--cb_explore_adf --squarecb --gamma_scale ${scale}`);
    return explorer.kind === 'automatic' ? explorer.spread : NaN;
  };
  assert.ok(spread(50) < spread(15) && spread(15) < spread(5));
});

test('models of earlier versions keep their three rates', () => {
  const { explorer, rates } = parsePolicy(DEFAULT_ARGUMENTS, true);
  assert.deepEqual([explorer.kind, rates.length], ['squarecb', 3]);
});

test('every explorer', () => {
  const kind = (text: string): string => parsePolicy(`--cb_explore_adf ${text}`).explorer.kind;
  assert.deepEqual(
    [
      '',
      '--squarecb',
      '--squarecb -l 0.5',
      '--softmax --lambda 3',
      '--bag 5',
      '--cover=3',
      '--first 100',
      '--regcb',
      '--regcbopt --mellowness 0.01',
    ].map(kind),
    ['epsilon', 'automatic', 'squarecb', 'softmax', 'bag', 'cover', 'first', 'regcb', 'regcb'],
  );
});

test('interactions in every spelling, each once', () => {
  const policy = parsePolicy('--ccb_explore_adf -q uj -q ju --quadratic=ab --cubic abc --interactions jj');
  assert.deepEqual(
    policy.terms?.map((term) => term.join('')),
    ['ju', 'ab', 'abc', 'jj'],
  );
  assert.equal(policy.multiSlot, true);
});

for (const [reason, text] of Object.entries({
  'no problem type': '--epsilon 0.2',
  'both problem types': '--cb_explore_adf --ccb_explore_adf',
  'unknown option': '--cb_explore_adf --oja_newton',
  'a name of Object.prototype': '--cb_explore_adf constructor',
  'missing value': '--cb_explore_adf --epsilon',
  'not a number': '--cb_explore_adf --epsilon much',
  hexadecimal: '--cb_explore_adf --epsilon 0x1',
  'out of range': '--cb_explore_adf --epsilon 1.5',
  'not finite': '--cb_explore_adf -l Infinity',
  'fraction of a bag': '--cb_explore_adf --bag 2.5',
  'two explorers': '--cb_explore_adf --bag 2 --softmax',
  'given twice': '--cb_explore_adf -l 1 --learning_rate 2',
  'value for a flag': '--cb_explore_adf --quiet=1',
  'unknown cost type': '--cb_explore_adf --cb_type best',
  'one-letter quadratic': '--cb_explore_adf -q a',
  'interaction of four': '--cb_explore_adf --interactions abcd',
  'too much memory': '--cb_explore_adf --bag 16 -b 22',
  'a word alone': '--cb_explore_adf epsilon',
})) {
  test(`refuses: ${reason}`, () => assert.throws(() => parsePolicy(text), InvalidPolicy));
}

test('refuses more than 1024 characters', () => {
  assert.throws(() => parsePolicy(`--cb_explore_adf${' '.repeat(1024)}`), InvalidPolicy);
});

test('the share of exploring answers is a cap or the epsilon', () => {
  assert.deepEqual(withExploration(parsePolicy('--cb_explore_adf --epsilon 0.1'), 0.3).explorer, { kind: 'epsilon', epsilon: 0.3 });
  const capped = withExploration(parsePolicy(DEFAULT_ARGUMENTS), 0.01).explorer;
  assert.ok(capped.kind === 'automatic' && capped.cap === 0.01 && capped.epsilon === 0.01);
});
