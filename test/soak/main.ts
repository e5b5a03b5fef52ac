/**
 * npm run soak -- [--minutes N] [--seed N] [SCENE…]: runs every scene, or those named, prints one table of what was measured, and exits 1
 * when a limit is missed.
 */
import { readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Figure, Scene } from './scene.ts';

const DEFAULT_MINUTES = 60;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: 'string' }, seed: { type: 'string' }, help: { type: 'boolean' } },
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
  print('npm run soak -- [--minutes N] [--seed N] [SCENE…]\n');
  for (const { name, summary } of scenes) print(`  ${name.padEnd(16)}${summary}`);
  process.exit();
}
const minutes = Number(values.minutes ?? DEFAULT_MINUTES);
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const shares = scenes.reduce((sum, { share = 1 }) => sum + share, 0);
print(`seed ${seed}, ${minutes} minutes`);

const rows: (Figure & { scene: string })[] = [];
for (const { name, share = 1, run } of scenes) {
  const startedAt = performance.now();
  print(`\n${name}`);
  try {
    const figures = await run({ minutes: (minutes * share) / shares, seed, log: (line) => print(`  ${line}`) });
    rows.push(...figures.map((figure) => ({ scene: name, ...figure })));
  } catch (error) {
    print(String(error instanceof Error ? error.stack : error));
    rows.push({ scene: name, name: 'ran to its end', measured: 'no', limit: 'yes', isMet: false });
  }
  print(`  ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
}
printTable(rows);
process.exit(rows.every(({ isMet }) => isMet) ? 0 : 1);

function printTable(table: readonly (Figure & { scene: string })[]): void {
  const lines = [
    ['', 'scene', 'figure', 'measured', 'limit'],
    ...table.map(({ scene, name, measured, limit, isMet }) => [isMet ? 'ok' : 'MISSED', scene, name, measured, limit]),
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

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
