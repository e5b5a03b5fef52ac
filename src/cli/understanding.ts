/** Apps of a running server from files and into files, by a key of an account. */
import { readFileSync, writeFileSync } from 'node:fs';
import { UsageError, textFlag } from './command.ts';
import type { Command, Invocation } from './command.ts';
import { MANAGEMENT_FLAGS, Management, serverUrl } from './management.ts';

const BASE = '/luis/api/v2.0';
const DEFAULT_ACCOUNT = '/subscriptions/default/resourceGroups/default/accounts/default';

class Authoring {
  readonly #url: string;
  readonly #key: string;

  constructor(url: string, key: string) {
    this.#url = url;
    this.#key = key;
  }

  /** With the key that is given, else with the first of the account `default`. */
  static async of({ config, flags }: Invocation): Promise<Authoring> {
    const url = serverUrl({ config, flags });
    const key = textFlag(flags, 'key', '') || (await new Management({ config, flags }).call<{ key1: string }>('POST', `${DEFAULT_ACCOUNT}/listKeys`)).key1;
    return new Authoring(url, key);
  }

  /** The body of a success; throws what the server says otherwise. */
  async call(method: string, path: string, body?: { text: string; type: string }): Promise<string> {
    let response: Response;
    try {
      response = await fetch(this.#url + BASE + path, { method, headers: { 'ocp-apim-subscription-key': this.#key, ...body && { 'content-type': body.type } }, body: body?.text });
    } catch (error) {
      throw new UsageError(`No server answers at ${this.#url} (${String((error as Error & { cause?: { code?: string } }).cause?.code ?? 'unreachable')}). Start it, or name it with --url.`);
    }
    const text = await response.text();
    if (response.ok) return text;
    throw new UsageError((JSON.parse(text) as { error?: { message?: string } }).error?.message ?? `The server answered ${response.status}.`);
  }
}

/** What a path may hold of what somebody typed. */
const part = encodeURIComponent;

async function importFile(invocation: Invocation, [file]: string[]): Promise<void> {
  if (file === undefined) throw new UsageError('understanding import needs a file');
  const { flags, print } = invocation;
  const body = { text: read(file), type: isLu(file) ? 'text/plain; charset=utf-8' : 'application/json' };
  const authoring = await Authoring.of(invocation);
  const app = textFlag(flags, 'app', '');
  if (app !== '') {
    const wanted = textFlag(flags, 'version', '');
    const version = JSON.parse(await authoring.call('POST', `/apps/${part(app)}/versions/import${wanted === '' ? '' : `?versionId=${part(wanted)}`}`, body)) as string;
    print({ app, version }, [`${app}  version ${version}`]);
    return;
  }
  const name = textFlag(flags, 'name', '');
  const made = JSON.parse(await authoring.call('POST', `/apps/import${name === '' ? '' : `?appName=${part(name)}`}`, body)) as string;
  print({ app: made }, [made]);
}

async function exportVersion(invocation: Invocation, [app, version]: string[]): Promise<void> {
  if (app === undefined || version === undefined) throw new UsageError('understanding export needs the id of an app and a version');
  const { flags, print } = invocation;
  const file = textFlag(flags, 'out', '');
  const asLu = flags.lu === true || isLu(file);
  const text = await (await Authoring.of(invocation)).call('GET', `/apps/${part(app)}/versions/${part(version)}/export${asLu ? '?format=lu' : ''}`);
  const written = asLu ? text : `${JSON.stringify(JSON.parse(text), null, 2)}\n`;
  if (file === '') {
    process.stdout.write(written);
    return;
  }
  writeFileSync(file, written);
  print({ app, version, file }, [file]);
}

function isLu(file: string): boolean {
  return /\.lu$/i.test(file);
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unreadable'}).`);
  }
}

const ACTIONS: Readonly<Record<string, (invocation: Invocation, args: string[]) => Promise<void>>> = { import: importFile, export: exportVersion };

export const understanding: Command = {
  summary: 'Import and export apps of a running server as .json or .lu files',
  usage: 'import FILE [--name NAME | --app APP [--version VERSION]] | export APP VERSION [--lu] [--out FILE]',
  flags: {
    ...MANAGEMENT_FLAGS,
    key: { type: 'string', help: 'key of the account [key1 of the account default]' },
    name: { type: 'string', help: 'name of the new app [the file\'s]' },
    app: { type: 'string', help: 'import a version of this app, not a new app' },
    version: { type: 'string', help: 'name of the new version [the file\'s]' },
    lu: { type: 'boolean', help: 'export a .lu file' },
    out: { type: 'string', help: 'file to write to [standard output]' },
  },
  async run(invocation) {
    const [name = '', ...args] = invocation.args;
    const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
    if (!action) throw new UsageError(name === '' ? 'understanding needs import or export; see --help' : `understanding does not know ${name}; see --help`);
    await action(invocation, args);
    return 0;
  },
};
