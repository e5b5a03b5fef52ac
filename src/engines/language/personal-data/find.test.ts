import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { findPersonalData } from './find.ts';

/** What is found in turns of two speakers, as `kind: text`, for each turn. */
function found(...turns: string[]): string[][] {
  const utterances = turns.map((text, i) => ({ text, speaker: String(i % 2) }));
  return findPersonalData(utterances).map((own, i) => own.map(({ kind, start, end }) => `${kind}: ${turns[i]!.slice(start, end)}`));
}
const inOne = (text: string): string[] => found(text)[0]!;

describe('findPersonalData', () => {
  test('finds numbers by their form', () => {
    assert.deepEqual(inOne('Call (415) 555-0132 or +44 20 7946 0958.'), ['phoneNumber: (415) 555-0132', 'phoneNumber: +44 20 7946 0958']);
    assert.deepEqual(inOne('It is 123-45-6789.'), ['socialSecurityNumber: 123-45-6789']);
    assert.deepEqual(inOne('I paid with 4111 1111 1111 1111.'), ['creditCard: 4111 1111 1111 1111']);
    assert.deepEqual(inOne('The server 10.0.0.12 is down.'), ['numericIdentifier: 10.0.0.12']);
    assert.deepEqual(inOne('Transfer it to DE89 3704 0044 0532 0130 00.'), ['numericIdentifier: DE89 3704 0044 0532 0130 00']);
  });

  test('finds numbers by the words around them', () => {
    assert.deepEqual(inOne('My order number is 48213.'), ['numericIdentifier: 48213']);
    assert.deepEqual(inOne('48213907 is my account number.'), ['numericIdentifier: 48213907']);
    assert.deepEqual(inOne('The security code is 123 and it expires 04/27.'), ['creditCard: 123', 'creditCard: 04/27']);
    assert.deepEqual(inOne('My zip code is 98052.'), ['address: 98052']);
  });

  test('finds spoken numbers', () => {
    assert.deepEqual(inOne('reach me at four one five double five five oh one three two'), [
      'phoneNumber: four one five double five five oh one three two',
    ]);
    assert.deepEqual(inOne('my member number is b as in boy seven seven forty two'), [
      'numericIdentifier: b as in boy seven seven forty two',
    ]);
  });

  test('reads an answer with the question before it', () => {
    assert.deepEqual(found('could i have your account number', 'yes it is seven seven three zero nine')[1], [
      'numericIdentifier: seven seven three zero nine',
    ]);
    assert.deepEqual(found('What is your name?', 'Zorvath Quill.')[1], ['name: Zorvath Quill']);
    assert.deepEqual(found('How are you?', 'seven seven three')[1], []);
  });

  test('leaves amounts, dates and quantities alone', () => {
    for (const text of [
      'I was charged $1249.99 on 03/04/2022.',
      'it took twenty five minutes',
      'We have 20 people and 3 rooms since 2019.',
      'The call at 10:30 lasted 45 minutes.',
      'he paid one thousand two hundred dollars',
    ]) {
      assert.deepEqual(inOne(text), [], text);
    }
  });

  test('finds e-mail addresses, written and spoken', () => {
    assert.deepEqual(inOne('Write to ann.lee@example.co.uk, please.'), ['email: ann.lee@example.co.uk']);
    assert.deepEqual(inOne('my email is ann dot lee at example dot com'), ['email: ann dot lee at example dot com']);
  });

  test('finds addresses with all of their parts', () => {
    assert.deepEqual(inOne('I live at 42 Elm Street, Apt 5B, Springfield, IL 62704.'), [
      'address: 42 Elm Street, Apt 5B, Springfield, IL 62704',
    ]);
    assert.deepEqual(inOne('send it to twelve oak lane seattle washington nine eight one zero one'), [
      'address: twelve oak lane seattle washington nine eight one zero one',
    ]);
    assert.deepEqual(inOne('We are in Seattle, Washington.'), []);
  });

  test('finds names with and without capitals, and again where they are repeated', () => {
    assert.deepEqual(found('This is Maria Gonzalez.', 'thanks maria', 'Mr. Tanaka asked for you.'), [
      ['name: Maria Gonzalez'],
      ['name: maria'],
      ['name: Tanaka'],
    ]);
    assert.deepEqual(inOne('I will call you on Monday in May, Will that work?'), []);
  });

  test('returns spans in order that do not overlap, for any text', () => {
    const part = fc.constantFrom(
      'my name is ',
      'Ann ',
      '4111 ',
      'one ',
      'at ',
      'dot com',
      'street ',
      '-',
      '(',
      'card number ',
      '12',
      ',',
      '@',
      'é',
      '\u{1f600}',
    );
    const text = fc.array(fc.oneof(part, fc.string({ maxLength: 8 }))).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 4 }), (texts) => {
        for (const [i, spans] of findPersonalData(
          texts.map((one, speaker) => ({
            text: one,
            speaker: String(speaker % 2),
          })),
        ).entries()) {
          let last = 0;
          for (const { start, end, score } of spans) {
            assert.ok(start >= last && end > start && end <= texts[i]!.length && score > 0 && score <= 1);
            last = end;
          }
        }
      }),
    );
  });
});
