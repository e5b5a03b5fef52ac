import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import type { StorageUnavailable } from '../../../kernel/storage-unavailable.ts';
import { StorageUnusable } from '../../storage-unusable.ts';
import { databaseError, sqlState, unusableDatabase } from './errors.ts';

const URL = 'postgres://someone:hidden@db.example:6432/things';

function databaseErrorOf(code: string): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError('problem', 7, 'error'), { code });
}

test('an error of a connection, and what the server says when it cannot serve, is unavailability', () => {
  const lost = [new Error('Connection terminated unexpectedly'), Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })];
  const codes = ['08006', '57P01', '57P03', '53300', '28P01'].map(databaseErrorOf);
  for (const error of [...lost, ...codes]) assert.equal((databaseError(error) as StorageUnavailable).problem, 'unreachable');
  assert.equal((databaseError(databaseErrorOf('53100')) as StorageUnavailable).problem, 'full');
  assert.equal((databaseError(databaseErrorOf('25006')) as StorageUnavailable).problem, 'readOnly');
  assert.equal(sqlState(databaseError(databaseErrorOf('40P01'))), '40P01');
});

test('a defect is not', () => {
  const syntax = databaseErrorOf('42601');
  assert.equal(databaseError(syntax), syntax);
  const type = new TypeError('x');
  assert.equal(databaseError(type), type);
});

test('says at start what to do, without the password', () => {
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  const problems = [refused, ...['28P01', '3D000', '42501', '25006', '53300', '57P03', '58030'].map(databaseErrorOf)];
  const texts = problems.map((error) => unusableDatabase(error, URL));
  for (const error of texts) {
    assert.ok(error instanceof StorageUnusable);
    assert.match(error.message, /^The database at db\.example:6432 [^\n]*\.$/);
    assert.doesNotMatch(error.message, /hidden|someone/);
  }
  assert.equal(new Set(texts.map(({ message }) => message)).size, problems.length);
});
