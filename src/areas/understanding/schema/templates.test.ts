import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Failure } from '../../../kernel/failures.ts';
import { createSchema } from '../model.ts';
import type { Schema } from '../model.ts';
import { validatePattern, parseSlots, renameInPattern, renameRoleInPattern } from './templates.ts';

const schema: Schema = {
  ...createSchema('none'),
  intents: [
    { id: 'none', name: 'None' },
    { id: 'book', name: 'BookFlight' },
  ],
  entities: [
    { id: 'city', name: 'City', kind: 'simple', roles: [{ id: 'from', name: 'from' }] },
    { id: 'place', name: 'Place', kind: 'hierarchical', roles: [], children: [{ id: 'here', name: 'Here' }] },
  ],
};
const kindOf = (pattern: string, intent = 'bookflight'): string => {
  try {
    validatePattern(schema, pattern, intent, 'en-us');
    return 'fits';
  } catch (failure) {
    return (failure as Failure).kind;
  }
};

describe('patterns of an app', () => {
  test('parses entities with or without @, roles after one colon and parts after two', () => {
    assert.deepEqual(parseSlots('from {City:from} to { @City : to } by {Place::Here} [and {Place::Here:role}]'), {
      entities: ['City', 'City', 'Place::Here', 'Place::Here'],
      roles: ['from', 'to', undefined, 'role'],
    });
  });

  test('rejects unknown intents, entities and roles', () => {
    assert.equal(kindOf('fly to {city} from {CITY:FROM} or {place::here}'), 'fits');
    assert.equal(kindOf('fly to {Town}'), 'EntityUnknown');
    assert.equal(kindOf('fly to {Place::There}'), 'EntityUnknown');
    assert.equal(kindOf('fly to {City:over}'), 'RoleUnknown');
    assert.equal(kindOf('fly to {City', 'BookFlight'), 'PatternInvalid');
    assert.equal(kindOf('fly', 'BookTrain'), 'IntentUnknown');
  });

  test('renames entities with special characters', () => {
    assert.equal(renameInPattern('{City} { @city : from } {Cities} city', 'City', '$& $1'), '{$& $1} { @$& $1 : from } {Cities} city');
    assert.equal(renameInPattern('{a-b.*(} {a-bx} {a}', 'A-B.*(', 'c'), '{c} {a-bx} {a}');
    assert.equal(renameInPattern('{Place} {place::Here:x} {Placemat::Here}', 'Place', 'Spot'), '{Spot} {Spot::Here:x} {Placemat::Here}');
  });

  test('renames a role of an entity and its parts only', () => {
    assert.equal(
      renameRoleInPattern('{City:to} { @city : TO } {Place:to} {City} {City::to} {City::Old:to} to', 'City', 'to', '$&-x'),
      '{City:$&-x} { @city : $&-x } {Place:to} {City} {City::to} {City::Old:$&-x} to',
    );
    assert.throws(
      () => renameRoleInPattern('{City:to}', 'City', 'to', 'a:b'),
      (failure: Failure) => failure.kind === 'PatternInvalid',
    );
  });

  test('rejects a new name that a pattern cannot contain', () => {
    for (const name of ['a:b', 'a}', '{a', '@a', ' a']) {
      assert.throws(
        () => renameInPattern('go {City}', 'City', name),
        (failure: Failure) => failure.kind === 'PatternInvalid' && failure.status === 400,
        name,
      );
      assert.equal(renameInPattern('go', 'City', name), 'go');
    }
  });
});
