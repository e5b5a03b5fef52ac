/**
 * What the tests of test/clients declare about the vendor's clients that they run. A test in TypeScript opens with a comment and one in
 * Python with a docstring, with a line for each client:
 *
 *     client: PACKAGE VERSION; version: SERVICE VERSIONS; runs: WHAT
 *
 * and one in Python, where it needs an account of a certain kind, with a line `account: KIND`.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CLIENT = /^[ *]*client: (\S+) (\S+); version: ([^;]+); runs: (.+)$/gm;
const ACCOUNT = /^account: (\w+)$/m;
/** Packages of the vendor that are no clients of a service: credentials and transports. */
const SHARED = ['@azure/ms-rest-js', 'azure.core', 'azure.identity'];

export interface ClientRun {
  /** The name of the package where it is published. */
  name: string;
  packageVersion: string;
  serviceVersions: readonly string[];
  runs: string;
}

export interface ClientTest {
  /** The path of the file below the repository. */
  file: string;
  language: 'JavaScript' | 'Python';
  clients: readonly ClientRun[];
  /** The kind of account that it needs; any kind if absent. */
  account?: string;
}

/** Reads what the client tests declare; throws with all problems where a declaration is missing or does not match the imports. */
export function readClientTests(root = ROOT): ClientTest[] {
  const files = globSync(['test/clients/*.test.ts', 'test/clients/python/*.py'], { cwd: root }).sort();
  const packages = javascriptClients(root);
  const problems: string[] = [];
  const tests = files.flatMap((file): ClientTest[] => {
    const source = readFileSync(join(root, file), 'utf8');
    const isPython = file.endsWith('.py');
    const imported = isPython ? pythonImports(source) : javascriptImports(source, packages);
    const test = parseHeader(file, isPython ? 'Python' : 'JavaScript', source);
    problems.push(...problemsOf(test, imported));
    return test.clients.length > 0 ? [test] : [];
  });
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return tests;
}

function parseHeader(file: string, language: ClientTest['language'], source: string): ClientTest {
  const header = (language === 'Python' ? /^"""[\s\S]*?"""/ : /^\/\*\*[\s\S]*?\*\//).exec(source)?.[0] ?? '';
  const clients = [...header.matchAll(CLIENT)].map(([, name, packageVersion, versions, runs]) => ({
    name: name!,
    packageVersion: packageVersion!,
    serviceVersions: versions!.split(',').map((version) => version.trim()),
    runs: runs!.trim(),
  }));
  const account = ACCOUNT.exec(header)?.[1];
  return { file, language, clients, ...(account !== undefined && { account }) };
}

/** Names with versions of the clients in package.json, by the name under which they are imported. */
function javascriptClients(root: string): Map<string, string> {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { devDependencies: Record<string, string> };
  const named = Object.entries(devDependencies).map(([name, range]): [string, string] => [
    name,
    range.startsWith('npm:') ? range.slice(4).replace(/@(?=[^@]+$)/, ' ') : `${name} ${range}`,
  ]);
  return new Map(named.filter(([name, client]) => /^@azure(-rest)?\/(ai|cognitiveservices)-/.test(client) && !SHARED.includes(name)));
}

function javascriptImports(source: string, packages: ReadonlyMap<string, string>): string[] {
  const names = [...source.matchAll(/^(?:import|\}).* from '([^']+)';$/gm)].map(([, name]) => name!);
  return [...new Set(names.flatMap((name) => packages.get(name) ?? []))];
}

/** Names of imported modules of the vendor; the version of a package is that of the machine. */
function pythonImports(source: string): string[] {
  const names = [...source.matchAll(/^\s*(?:from|import) (azure\.[\w.]+)/gm)].map(([, name]) => name!);
  return [...new Set(names.filter((name) => !SHARED.some((shared) => name === shared || name.startsWith(`${shared}.`))))];
}

function problemsOf({ file, language, clients }: ClientTest, imported: readonly string[]): string[] {
  const isOf = ({ name, packageVersion }: ClientRun, one: string): boolean =>
    language === 'Python' ? `${one}.`.startsWith(`${name.replaceAll('-', '.')}.`) : one === `${name} ${packageVersion}`;
  return [
    ...imported
      .filter((one) => !clients.some((client) => isOf(client, one)))
      .map((one) => `${file} imports ${one}: add "client: … ; version: … ; runs: …" for it to the opening comment.`),
    ...clients
      .filter((client) => !imported.some((one) => isOf(client, one)))
      .map(({ name, packageVersion }) => `${file} declares ${name} ${packageVersion}, which it does not import.`),
    ...(language === 'Python' && clients.length === 0 ? [`${file} declares no client in its docstring.`] : []),
  ];
}
