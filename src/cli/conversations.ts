/** Conversation projects of a running server: made of files of apps, and written to files. The work on the files is done here, so that it can be told. */
import { writeFileSync } from 'node:fs';
import { projectFromApp } from '../areas/language/conversations/from-app.ts';
import { freeName } from '../areas/language/conversations/migration-names.ts';
import type { Report, ReportItem } from '../areas/language/conversations/migration-report.ts';
import { appWithReport } from '../areas/language/conversations/to-app.ts';
import { readLu } from '../areas/understanding/lu.ts';
import { Failure } from '../kernel/failures.ts';
import { AUTHORING_FLAGS, Authoring, isLu, part, read } from './authoring.ts';
import { UsageError, textFlag } from './command.ts';
import type { Command, Invocation } from './command.ts';

const BASE = '/language/authoring/analyze-conversations/projects';
const VERSION = '2023-04-01';
const UNIT = 'Utf16CodeUnit';

const path = (project: string, action = '', query = ''): string => `/${part(project)}${action}?api-version=${VERSION}${query}`;

async function migrate(invocation: Invocation, [file]: string[]): Promise<void> {
  if (file === undefined) throw new UsageError('conversations migrate needs a file');
  const { flags, print } = invocation;
  const { name: own, metadata, assets, report } = told(file, () => projectFromApp(isLu(file) ? readLu(read(file)).app : parsed(file)));
  const authoring = await Authoring.of(invocation, BASE);
  const wanted = textFlag(flags, 'name', '');
  if (wanted !== '' && await authoring.has(path(wanted))) throw new UsageError(`There is a project ${wanted}; choose another name with --name.`);
  const project = wanted !== '' ? wanted : await freeName(own, (name) => authoring.has(path(name)));
  if (wanted === '' && project !== own) report.changed.push({ what: 'name', from: own, to: project, why: 'there is a project of that name' });
  await authoring.call('POST', path(project, '/:import'), { text: JSON.stringify({ projectFileVersion: VERSION, stringIndexType: UNIT, metadata: { ...metadata, projectName: project }, assets }), type: 'application/json' });
  print({ project, report }, [project, ...lines(report, flags.report === true)]);
}

async function exportProject(invocation: Invocation, [project]: string[]): Promise<void> {
  if (project === undefined) throw new UsageError('conversations export needs the name of a project');
  const { flags, print } = invocation;
  const file = textFlag(flags, 'out', '');
  const authoring = await Authoring.of(invocation, BASE);
  const { location } = await authoring.begin('POST', path(project, '/:export', `&stringIndexType=${UNIT}`));
  const { resultUrl } = await authoring.at<{ resultUrl: string }>(location!);
  const exported = await authoring.at<{ metadata: { language: string; description?: string }; assets: object }>(resultUrl);
  const { app, report } = flags.app === true ? appWithReport({ name: project, ...exported.metadata }, exported.assets) : { app: exported, report: undefined };
  const written = `${JSON.stringify(app, null, 2)}\n`;
  if (file === '') {
    process.stdout.write(written);
    return;
  }
  writeFileSync(file, written);
  print({ project, file, ...report && { report } }, [file, ...report ? lines(report, flags.report === true) : []]);
}

function parsed(file: string): unknown {
  const text = read(file);
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    throw new UsageError(`${file} is neither JSON nor a .lu file.`);
  }
}

/** What is wrong with a file, in one line. */
function told<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (problem) {
    if (problem instanceof Failure) throw new UsageError(`${file}: ${problem.message}`);
    throw problem;
  }
}

function lines({ kept, changed, dropped }: Report, all: boolean): string[] {
  if (!all) return [`${kept.length} kept, ${changed.length} changed, ${dropped.length} dropped; --report names them`];
  const of = (fate: string, items: readonly ReportItem[]): string[] => items.map(({ what, from, to, why }) => `${fate}  ${what} ${from}${to === undefined || to === from ? '' : ` → ${to}`}${why === undefined ? '' : `: ${why}`}`);
  return [...of('kept   ', kept), ...of('changed', changed), ...of('dropped', dropped)];
}

const ACTIONS: Readonly<Record<string, (invocation: Invocation, args: string[]) => Promise<void>>> = { migrate, export: exportProject };

export const conversations: Command = {
  summary: 'Make conversation projects of a running server from .json or .lu files of apps, and export them',
  usage: 'migrate FILE [--name NAME] [--report] | export PROJECT [--app] [--out FILE] [--report]',
  flags: {
    ...AUTHORING_FLAGS,
    name: { type: 'string', help: 'name of the new project [the app\'s]' },
    report: { type: 'boolean', help: 'name everything that was kept, changed and dropped' },
    app: { type: 'boolean', help: 'export as an app' },
    out: { type: 'string', help: 'file to write to [standard output]' },
  },
  async run(invocation) {
    const [name = '', ...args] = invocation.args;
    const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
    if (!action) throw new UsageError(name === '' ? 'conversations needs migrate or export; see --help' : `conversations does not know ${name}; see --help`);
    await action(invocation, args);
    return 0;
  },
};
