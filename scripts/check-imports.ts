/** Who may import whom (docs/architecture.md). Reads the import statements of every file; prints each that breaks a rule. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

interface Import { from: string; to: string; typeOnly: boolean }
interface Rule { says: string; broken: (found: Import) => boolean }

const within = (folder: string) => (path: string): boolean => path.startsWith(folder);
const areaOf = (path: string): string | undefined => /^src\/areas\/([^/]+)\//.exec(path)?.[1];
const layers: Readonly<Record<string, readonly string[]>> = {
  'src/engines/': ['src/engines/'],
  'src/storage/': ['src/storage/'],
  'src/net/': ['src/net/'],
  'src/kernel/': ['src/kernel/'],
  'src/jobs/': ['src/jobs/', 'src/kernel/', 'src/storage/'],
  'src/accounts/': ['src/accounts/', 'src/kernel/', 'src/jobs/', 'src/storage/'],
  'src/projects/': ['src/projects/', 'src/kernel/', 'src/engines/', 'src/jobs/', 'src/storage/', 'src/kernel/account.ts'],
  'src/areas/': ['src/areas/', 'src/projects/', 'src/kernel/', 'src/engines/', 'src/jobs/', 'src/storage/', 'src/kernel/account.ts'],
  'src/http/': ['src/http/', 'src/kernel/', 'src/accounts/', 'src/storage/', 'src/version.ts'],
  'console/': ['console/'],
};
const isPort = (path: string): boolean => /^src\/storage\/[^/]+\.ts$/.test(path);
const isTest = (path: string): boolean => path.endsWith('.test.ts') || path.startsWith('test/');

const RULES: readonly Rule[] = [
  ...Object.entries(layers).map(([folder, allowed]): Rule => ({
    says: `${folder} imports only ${allowed.join(', ')}`,
    broken: ({ from, to, typeOnly }) => within(folder)(from) && !isTest(from) && !typeOnly && to.startsWith('src/') && !allowed.some((one) => within(one)(to)),
  })),
  { says: 'engines import engines only, types too', broken: ({ from, to }) => within('src/engines/')(from) && !isTest(from) && !within('src/engines/')(to) },
  { says: 'model.ts imports types only', broken: ({ from, typeOnly }) => /^src\/(areas\/[^/]+|accounts)\/model\.ts$/.test(from) && !typeOnly },
  { says: 'an area sees another only through its area.ts', broken: ({ from, to }) => areaOf(from) !== undefined && areaOf(to) !== undefined && areaOf(from) !== areaOf(to) && !/^src\/areas\/[^/]+\/area\.ts$/.test(to) },
  { says: 'areas see storage through its ports', broken: ({ from, to }) => areaOf(from) !== undefined && !isTest(from) && within('src/storage/')(to) && !isPort(to) },
  { says: 'an adapter imports ports, not another adapter', broken: ({ from, to }) => /^src\/storage\/(\w+)\//.test(from) && !isTest(from) && within('src/storage/')(to) && !isPort(to) && to.split('/')[2] !== from.split('/')[2] },
  { says: 'ports do not import adapters', broken: ({ from, to }) => isPort(from) && !isTest(from) && within('src/storage/')(to) && !isPort(to) },
  { says: 'only app.ts, the command line and tests know app.ts', broken: ({ from, to }) => to === 'src/app.ts' && within('src/')(from) && !within('src/cli/')(from) && !isTest(from) },
  { says: 'src does not import test, bench or scripts', broken: ({ from, to }) => within('src/')(from) && !isTest(from) && !to.startsWith('src/') },
  { says: 'acceptance and client tests import nothing from src', broken: ({ from, to }) => /^test\/(acceptance|clients)\//.test(from) && to.startsWith('src/') },
];

const found = globSync(['src/**/*.{ts,tsx}', 'test/**/*.ts', 'bench/**/*.ts', 'scripts/**/*.ts'], { cwd: root }).flatMap(importsOf);
const problems = found.flatMap((one) => RULES.filter(({ broken }) => broken(one)).map(({ says }) => `${one.from} imports ${one.to}: ${says}`));
problems.push(...cycles(found.filter(({ from, typeOnly }) => !typeOnly && !isTest(from))));
for (const problem of problems) console.error(problem);
console.log(`${found.length} imports looked at, ${problems.length} against the rules`);
process.exitCode = problems.length === 0 ? 0 : 1;

function importsOf(from: string): Import[] {
  const text = readFileSync(join(root, from), 'utf8');
  const statements = [...text.matchAll(/^(?:import|export)\s+(type\s)?[^'"]*?from\s+'(\.[^']+)'|^import\s+()'(\.[^']+)'|\bimport\(()'(\.[^']+)'\)/gm)];
  return statements.map(([, type, named, , bare, , dynamic]) => ({
    from, to: relative(root, join(root, dirname(from), (named ?? bare ?? dynamic)!)).replaceAll('\\', '/'), typeOnly: type !== undefined,
  }));
}

/** Import cycles, each named once by a file on it. */
function cycles(imports: readonly Import[]): string[] {
  const next = Map.groupBy(imports, ({ from }) => from);
  const state = new Map<string, 'open' | 'done'>();
  const cyclic: string[] = [];
  const visit = (path: string, trail: string[]): void => {
    if (state.get(path) === 'done') return;
    if (state.get(path) === 'open') {
      cyclic.push(`import cycle: ${[...trail.slice(trail.indexOf(path)), path].join(' → ')}`);
      return;
    }
    state.set(path, 'open');
    for (const { to } of next.get(path) ?? []) visit(to, [...trail, path]);
    state.set(path, 'done');
  };
  for (const path of next.keys()) visit(path, []);
  return cyclic;
}
