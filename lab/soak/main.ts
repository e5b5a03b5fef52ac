/**
 * npm run soak -- [--minutes N] [--seed N] [--part I/N] [--report FILE] [--faults N] [SCENE…]: runs every scene, or those named, prints one
 * table of what was measured, and exits 1 when a limit is missed. README.md says how to read the table.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { SceneSkipped } from './scene.ts';
import type { Figure, Scene } from './scene.ts';

const DEFAULT_MINUTES = 60;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string' },
    seed: { type: 'string' },
    part: { type: 'string' },
    report: { type: 'string' },
    faults: { type: 'string' },
    help: { type: 'boolean' },
  },
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
  print('npm run soak -- [--minutes N] [--seed N] [--part I/N] [--report FILE] [--faults N] [SCENE…]\n');
  for (const { name, summary } of scenes) print(`  ${name.padEnd(16)}${summary}`);
  process.exit();
}
const minutes = Number(values.minutes ?? DEFAULT_MINUTES);
const faults = values.faults === undefined ? undefined : Number(values.faults);
const part = /^([1-9]\d*)\/([1-9]\d*)$/.exec(values.part ?? '1/1');
if (!part || Number(part[1]) > Number(part[2])) throw new Error('--part needs a part of a number of parts, such as 2/5.');
/** Parts of one run make other choices. */
const PART_SEEDS = 1_000_003;
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31)) + (Number(part[1]) - 1) * PART_SEEDS;
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
if (values.report !== undefined) addToReport(values.report);
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

interface Report {
  runs: { at: string; seed: number; part: string; minutes: number; missed: string[] }[];
  /** Of what adds up, such as kills and requests. */
  sums: Record<string, number>;
}

/** Keeps the sums of all parts, of several nights or machines, in a file. */
function addToReport(file: string): void {
  const report = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : { runs: [], sums: {} };
  const missed = rows.filter(({ isMet }) => !isMet).map(({ scene, name, measured }) => `${scene}: ${name}: ${measured}`);
  report.runs.push({ at: new Date().toISOString(), seed, part: part![0], minutes, missed });
  for (const { scene, name, count } of rows) {
    if (count === undefined) continue;
    const sum = `${scene}: ${name}`;
    report.sums[sum] = (report.sums[sum] ?? 0) + count;
  }
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
  print(`\nsum of ${report.runs.length} runs in ${file}:`);
  for (const [sum, count] of Object.entries(report.sums)) print(`  ${count}  ${sum}`);
}

function markOf({ skipped: reason, isMet, limit }: Row): string {
  if (reason !== undefined) return 'skipped';
  if (!isMet) return 'MISSED';
  return limit === '' ? '' : 'ok';
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
