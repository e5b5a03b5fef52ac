/** Imports and exports apps of a running server, with a key of an account. */
import { writeFileSync } from 'node:fs';
import { AUTHORING_FLAGS, Authoring, isLu, encodePathPart, readTextFile } from './authoring.ts';
import { UsageError, runAction, textFlag } from './command.ts';
import type { Command, Invocation } from './command.ts';

const BASE = '/luis/api/v2.0';

async function importFile(invocation: Invocation, [file]: string[]): Promise<void> {
  if (file === undefined) throw new UsageError('understanding import needs a file');
  const { flags, print } = invocation;
  const body = { text: readTextFile(file), type: isLu(file) ? 'text/plain; charset=utf-8' : 'application/json' };
  const authoring = await Authoring.connect(invocation, BASE);
  const app = textFlag(flags, 'app', '');
  if (app !== '') {
    const requested = textFlag(flags, 'version', '');
    const query = requested === '' ? '' : `?versionId=${encodePathPart(requested)}`;
    const version = JSON.parse(await authoring.call('POST', `/apps/${encodePathPart(app)}/versions/import${query}`, body)) as string;
    print({ app, version }, [`${app}  version ${version}`]);
    return;
  }
  const name = textFlag(flags, 'name', '');
  const created = JSON.parse(
    await authoring.call('POST', `/apps/import${name === '' ? '' : `?appName=${encodePathPart(name)}`}`, body),
  ) as string;
  print({ app: created }, [created]);
}

async function exportVersion(invocation: Invocation, [app, version]: string[]): Promise<void> {
  if (app === undefined || version === undefined) throw new UsageError('understanding export needs the id of an app and a version');
  const { flags, print } = invocation;
  const file = textFlag(flags, 'out', '');
  const asLu = flags.lu === true || isLu(file);
  const authoring = await Authoring.connect(invocation, BASE);
  const text = await authoring.call(
    'GET',
    `/apps/${encodePathPart(app)}/versions/${encodePathPart(version)}/export${asLu ? '?format=lu' : ''}`,
  );
  const contents = asLu ? text : `${JSON.stringify(JSON.parse(text), null, 2)}\n`;
  if (file === '') {
    process.stdout.write(contents);
    return;
  }
  writeFileSync(file, contents);
  print({ app, version, file }, [file]);
}

export const understanding: Command = {
  summary: 'Import and export apps of a running server as .json or .lu files',
  usage: 'import FILE [--name NAME | --app APP [--version VERSION]] | export APP VERSION [--lu] [--out FILE]',
  flags: {
    ...AUTHORING_FLAGS,
    name: { type: 'string', help: "name of the new app [the file's]" },
    app: { type: 'string', help: 'import a version of this app instead of a new app' },
    version: { type: 'string', help: "name of the new version [the file's]" },
    lu: { type: 'boolean', help: 'export a .lu file' },
    out: { type: 'string', help: 'file to write to [standard output]' },
  },
  run: (invocation) => runAction('understanding', { import: importFile, export: exportVersion }, invocation),
};
