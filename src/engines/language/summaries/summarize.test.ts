import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { cleanSentence } from './sentences.ts';
import { summarizer } from './summarize.ts';
import { toThirdPerson } from './third-person.ts';

const turns = (...lines: string[]): { role: string; speaker: string; text: string }[] =>
  lines.map((line) => {
    const [, role, text] = /^(\w+): (.*)$/.exec(line)!;
    return { role: role!, speaker: role!, text: text! };
  });

describe('summarizer', () => {
  const oven = turns(
    'agent: Hello, thank you for calling. How can I help you?',
    'customer: Hi, um, I bought an oven last week and I I cannot open its door.',
    'agent: I am sorry to hear that. May I have your name?',
    'customer: Sure.',
    'agent: Could you please hold the lock button for five seconds?',
    'customer: It works, thank you.',
    'agent: I will send you a new manual.',
  );

  test('states the issue without fillers and repetitions', () => {
    assert.match(summarizer(oven).issue(1), /^Customer bought an oven last week and they cannot open its door\.$/);
  });

  test('states the resolution, without courtesies', () => {
    assert.equal(
      summarizer(oven).resolution(),
      'Agent asked the customer to hold the lock button for five seconds. Agent will send the customer a new manual.',
    );
  });

  test('guesses roles from names and greetings', () => {
    const unnamed = oven.map(({ role, text }) => ({ speaker: role === 'agent' ? '1' : '2', text }));
    assert.match(summarizer(unnamed).issue(1), /^Customer bought an oven/);
  });

  test('lists what participants promise', () => {
    assert.ok(summarizer(oven).followUps().includes('@Agent will send the customer a new manual.'));
  });

  test('covers every turn with its chapters, for any conversation', () => {
    const turn = fc.record({ text: fc.string({ maxLength: 60 }), speaker: fc.constantFrom('a', 'b') });
    fc.assert(
      fc.property(fc.array(turn, { maxLength: 30 }), (given) => {
        const summaries = summarizer(given);
        const parts = summaries.narratives();
        assert.equal(parts[0]!.firstTurn, 0);
        assert.equal(parts.at(-1)!.endTurn, given.length);
        for (const [i, { firstTurn }] of parts.entries()) if (i > 0) assert.equal(firstTurn, parts[i - 1]!.endTurn);
        assert.equal(summaries.titles().length, parts.length);
        for (const { text } of summaries.titles()) assert.notEqual(text, '');
        summaries.recap();
        summaries.followUps();
        summaries.issue();
        summaries.resolution();
      }),
    );
  });
});

test('cleans sentences', () => {
  assert.equal(cleanSentence('Um, so you know, the the remote is , uh , too big .'), 'the remote is, too big.');
  assert.equal(cleanSentence('Yeah , okay .'), '');
});

test('turns the first person into the third', () => {
  const customer = { speaker: 'Customer', listener: 'the agent' };
  assert.equal(toThirdPerson('I have lost my card', customer), 'Customer has lost their card');
  assert.equal(toThirdPerson('I need help because I am late', customer), 'Customer needs help because they are late');
  assert.equal(toThirdPerson("I don't know if you can help me", customer), "Customer doesn't know if the agent can help them");
  assert.equal(
    toThirdPerson("We've sent your order", { speaker: 'Agent', listener: 'the customer' }),
    "They have sent the customer's order",
  );
  assert.equal(toThirdPerson('I try', customer), 'Customer tries');
});
