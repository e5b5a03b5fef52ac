import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

const FOLDER = new URL('../../docs/adr/', import.meta.url);
const MAX_DECISIONS = 25;

test('decisions are numbered in order, have a status and a date, and are listed', () => {
  const names = readdirSync(FOLDER)
    .filter((name) => name !== 'README.md')
    .sort();
  assert.ok(names.length <= MAX_DECISIONS, `${names.length} decisions: merge some, or move what belongs to a module into its README`);
  const rows = names.map((name, i) => {
    const number = i + 1;
    assert.ok(name.startsWith(`${String(number).padStart(4, '0')}-`), name);
    const [, title, status] =
      /^# \d+\. (.+)\n\nStatus: ((?:accepted|superseded by \[\d+\]\(\S+\)) · \d{4}-\d{2}-\d{2})\n/.exec(
        readFileSync(new URL(name, FOLDER), 'utf8'),
      ) ?? [];
    assert.ok(title !== undefined && status !== undefined, name);
    return `| [${number}](${name}) | ${title} | ${status} |`;
  });
  assert.equal(readFileSync(new URL('README.md', FOLDER), 'utf8').split('|---|---|---|\n')[1], `${rows.join('\n')}\n`);
});
