/**
 * npm run soak -- [--minutes N] [--seed N] [--faults N] [SCENE…]: runs every scene, or those named, prints one table of what was
 * measured, and exits 1 when a limit is missed. README.md says how to read the table.
 */
import { readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { SceneSkipped } from './scene.ts';
import type { Figure, Scene } from './scene.ts';

const DEFAULT_MINUTES = 60;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: 'string' }, seed: { type: 'string' }, faults: { type: 'string' }, help: { type: 'boolean' } },
});
const names = readdirSync(new URL('./scenes/', import.meta.url))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -3))
  .sort();
const chosen = positionals.length > 0 ? positionals : names;
for (const name of chosen) if (!names.includes(name)) throw new Error(`Unknown scene ${name}. Scenes: ${names.join(', ')}.`);
const scenes = await Promise.all(
  chosen.map(async (name) => ({ name, ...((await import(`./scenes/${name}.ts`)) as { scene: Scene }).scene })),
);
if (values.help) {
  print('npm run soak -- [--minutes N] [--seed N] [--faults N] [SCENE…]\n');
  for (const { name, summary } of scenes) print(`  ${name.padEnd(16)}${summary}`);
  process.exit();
}
const minutes = Number(values.minutes ?? DEFAULT_MINUTES);
const faults = values.faults === undefined ? undefined : Number(values.faults);
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const shares = scenes.reduce((sum, { share = 1 }) => sum + share, 0);
print(`seed ${seed}, ${minutes} minutes`);

interface Row extends Figure {
  scene: string;
  /** Why the scene could not run. */
  skipped?: string;
}

const rows: Row[] = [];
for (const { name, share = 1, run } of scenes) {
  const startedAt = performance.now();
  print(`\n${name}`);
  try {
    const figures = await run({ minutes: (minutes * share) / shares, seed, faults, log: (line) => print(`  ${line}`) });
    rows.push(...figures.map((figure) => ({ scene: name, ...figure })));
  } catch (error) {
    if (error instanceof SceneSkipped)
      rows.push({ scene: name, name: `not run: ${error.message}`, measured: '', limit: '', isMet: true, skipped: error.message });
    else {
      print(String(error instanceof Error ? error.stack : error));
      rows.push({ scene: name, name: 'ran to its end', measured: 'no', limit: 'yes', isMet: false });
    }
  }
  print(`  ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
}
printTable(rows);
const missed = rows.filter(({ isMet }) => !isMet).length;
const skipped = rows.filter((row) => row.skipped !== undefined).length;
print(`\n${rows.length - missed - skipped} met, ${missed} missed, ${skipped} scenes skipped; repeat with --seed ${seed}`);
process.exit(missed > 0 ? 1 : 0);

function printTable(table: readonly Row[]): void {
  const lines = [
    ['', 'scene', 'figure', 'measured', 'limit'],
    ...table.map((row) => [markOf(row), row.scene, row.name, row.measured, row.limit]),
  ];
  const widths = lines[0]!.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  print('');
  for (const line of lines)
    print(
      line
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    );
}

function markOf({ skipped: reason, isMet, limit }: Row): string {
  if (reason !== undefined) return 'skipped';
  if (!isMet) return 'MISSED';
  return limit === '' ? '' : 'ok';
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
