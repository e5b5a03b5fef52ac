/** npm run docs: writes the generated papers (support matrix, settings, errors); with --check, fails when one is stale. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { accountFailure } from '../src/accounts/failures.ts';
import { areas } from '../src/areas.ts';
import { inventory } from '../src/areas/inventory.ts';
import { missingFrom } from '../src/areas/not-built.ts';
import { SETTINGS, flagName } from '../src/config.ts';
import { fail } from '../src/kernel/failures.ts';
import type { FailureRow } from '../src/kernel/failures.ts';

const GENERATED = '<!-- Made by npm run docs from the source; edits here are overwritten. -->\n\n';
const AREA_TITLES: Readonly<Record<string, string>> = {
  documents: 'Document analysis', faces: 'Faces', conversations: 'Conversation projects', texts: 'Text projects', understanding: 'Understanding', ranking: 'Ranking',
};

function support(): string {
  const rows = inventory();
  const missing = new Set(missingFrom(areas).map(({ method, path, version }) => `${method} ${path} ${version}`));
  const isBuilt = ({ method, path, version }: { method: string; path: string; version: string }): boolean => !missing.has(`${method} ${path} ${version}`);
  const byArea = Map.groupBy(rows, ({ area }) => area);
  const summary = [...byArea].map(([area, list]) => `| ${AREA_TITLES[area]} | ${list.filter(isBuilt).length} | ${list.length} |`);
  const sections = [...byArea].map(([area, list]) => [
    `## ${AREA_TITLES[area]}`, '', '| | Method | Path | Version |', '|---|---|---|---|',
    ...list.map((row) => `| ${isBuilt(row) ? 'yes' : '–'} | ${row.method} | \`${row.path}\` | ${row.version} |`), '',
  ].join('\n'));
  return [
    '# What is built', '', 'Every operation of the interface, by its neutral path. One that is not built answers 501 and says so.', '',
    '| Area | Built | Of |', '|---|---|---|', ...summary, '', ...sections,
  ].join('\n');
}

function settings(): string {
  const rows = Object.entries(SETTINGS).map(([name, { env, help, default: preset, secret, allowed }]) =>
    `| \`--${flagName(name)}\` | \`${env}\`${secret ? ` or \`${env}_FILE\`` : ''} | ${preset === undefined || (Array.isArray(preset) && preset.length === 0) ? '' : `\`${String(preset)}\``} | ${help}; ${allowed.replaceAll('|', '\\|')} |`);
  return ['# Settings', '', 'Flags win over the environment, that over the file named by `--config` (JSON, settings by their camel-case names), that over the default. All problems are reported at once.', '', '| Flag | Environment | Default | |', '|---|---|---|---|', ...rows, ''].join('\n');
}

function errors(): string {
  const table = (rows: Readonly<Record<string, FailureRow>>): string[] => ['| Kind | Status | Message | What to do |', '|---|---|---|---|', ...Object.entries(rows).map(([kind, { status, message, remedy }]) => `| ${kind} | ${status} | ${message} | ${remedy} |`), ''];
  return [
    '# Errors', '', 'What can go wrong, by kind. Each area writes a kind in its own shape and words; see the `failures.ts` of the area. `{name}` stands for what the failure says of itself.', '',
    '## Every area', '', ...table(fail.rows), '## Accounts (management plane)', '', ...table(accountFailure.rows),
    ...areas.flatMap(({ title, failures }, i) => failures && areas.findIndex((area) => area.failures === failures) === i ? [`## ${title}`, '', ...table(failures.rows)] : []),
  ].join('\n');
}

const PAPERS: Readonly<Record<string, () => string>> = { 'docs/support.md': support, 'docs/settings.md': settings, 'docs/errors.md': errors };
const checking = process.argv.includes('--check');
let stale = 0;
for (const [name, make] of Object.entries(PAPERS)) {
  const path = fileURLToPath(new URL(`../${name}`, import.meta.url));
  const text = `${GENERATED}${make().trimEnd()}\n`;
  if (existsSync(path) && readFileSync(path, 'utf8') === text) continue;
  stale++;
  if (checking) console.error(`${name} is stale: run npm run docs`);
  else writeFileSync(path, text);
}
console.log(`${Object.keys(PAPERS).length} papers, ${stale} ${checking ? 'stale' : 'written'}`);
process.exitCode = checking && stale > 0 ? 1 : 0;
