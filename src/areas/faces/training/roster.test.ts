import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Roster, packIds } from './roster.ts';

test('returns the ids of each row, and contains no others', () => {
  fc.assert(
    fc.property(fc.constantFrom(1 as const, 2 as const), fc.uniqueArray(fc.uuid(), { maxLength: 40 }), fc.uuid(), (width, ids, other) => {
      const rows = [...ids].sort().map((id) => (width === 1 ? [id] : ['0b9c1d5e-0000-4000-8000-000000000000', id]));
      const roster = new Roster(Buffer.concat(rows.map(packIds)), width);
      assert.equal(roster.rows, rows.length);
      assert.deepEqual(
        rows.map((_, row) => roster.idsAt(row)),
        rows,
      );
      assert.ok(rows.every((row) => roster.has(row)));
      if (!ids.includes(other)) assert.ok(!roster.has(width === 1 ? [other] : ['0b9c1d5e-0000-4000-8000-000000000000', other]));
    }),
  );
});

test('returns the rows of a person', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: 20 }),
      fc.array(fc.nat(3), { minLength: 20, maxLength: 20 }),
      (ids, counts) => {
        const persons = [...ids].sort();
        const rows = persons.flatMap((person, i) => Array.from({ length: counts[i]! }, (_, face) => [person, faceId(face)]));
        const roster = new Roster(Buffer.concat(rows.map(packIds)), 2);
        for (const person of persons) {
          const [first, end] = roster.rowsOf(packIds([person]));
          const found = rows.slice(first, end);
          assert.deepEqual(
            found,
            rows.filter(([owner]) => owner === person),
          );
        }
      },
    ),
  );
});

function faceId(number: number): string {
  return `0b9c1d5e-0000-4000-8000-00000000000${number}`;
}
