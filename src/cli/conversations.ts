/** Creates conversation projects from app files, and exports them. Files are converted here, so that the report can be printed. */
import { writeFileSync } from 'node:fs';
import { appWithReport, findFreeName, projectFromApp } from '../areas/language/conversations/area.ts';
import type { ConversationAssets, Report, ReportItem } from '../areas/language/conversations/area.ts';
import { readLu } from '../areas/understanding/area.ts';
import { Failure } from '../kernel/failures.ts';
import { AUTHORING_FLAGS, Authoring, isLu, encodePathPart, readTextFile } from './authoring.ts';
import { UsageError, runAction, textFlag } from './command.ts';
import type { Command, Invocation } from './command.ts';

const BASE = '/language/authoring/analyze-conversations/projects';
const VERSION = '2023-04-01';
const UNIT = 'Utf16CodeUnit';

const path = (project: string, action = '', query = ''): string => `/${encodePathPart(project)}${action}?api-version=${VERSION}${query}`;

async function migrate(invocation: Invocation, [file]: string[]): Promise<void> {
  if (file === undefined) throw new UsageError('conversations migrate needs a file');
  const { flags, print } = invocation;
  const {
    name: own,
    metadata,
    assets,
    report,
  } = withFile(file, () => projectFromApp(isLu(file) ? readLu(readTextFile(file)).app : parseJson(file)));
  const authoring = await Authoring.connect(invocation, BASE);
  const wanted = textFlag(flags, 'name', '');
  if (wanted !== '' && (await authoring.has(path(wanted)))) {
    throw new UsageError(`The project ${wanted} exists; choose another name with --name.`);
  }
  const project = wanted !== '' ? wanted : await findFreeName(own, (name) => authoring.has(path(name)));
  if (wanted === '' && project !== own) {
    report.changed.push({ what: 'name', from: own, to: project, why: 'a project with this name exists' });
  }
  await authoring.call('POST', path(project, '/:import'), {
    text: JSON.stringify({ projectFileVersion: VERSION, stringIndexType: UNIT, metadata: { ...metadata, projectName: project }, assets }),
    type: 'application/json',
  });
  print({ project, report }, [project, ...reportLines(report, flags.report === true)]);
}

async function exportProject(invocation: Invocation, [project]: string[]): Promise<void> {
  if (project === undefined) throw new UsageError('conversations export needs the name of a project');
  const { flags, print } = invocation;
  const file = textFlag(flags, 'out', '');
  const authoring = await Authoring.connect(invocation, BASE);
  const { location } = await authoring.start('POST', path(project, '/:export', `&stringIndexType=${UNIT}`));
  const { resultUrl } = await authoring.getAt<{ resultUrl: string }>(location!);
  const exported = await authoring.getAt<{ metadata: { language: string; description?: string }; assets: ConversationAssets }>(resultUrl);
  const { app, report } =
    flags.app === true ? appWithReport({ name: project, ...exported.metadata }, exported.assets) : { app: exported, report: undefined };
  const content = `${JSON.stringify(app, null, 2)}\n`;
  if (file === '') {
    process.stdout.write(content);
    return;
  }
  writeFileSync(file, content);
  print({ project, file, ...(report && { report }) }, [file, ...(report ? reportLines(report, flags.report === true) : [])]);
}

function parseJson(file: string): unknown {
  const text = readTextFile(file);
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    throw new UsageError(`${file} is neither JSON nor a .lu file.`);
  }
}

/** Reports a failure as a usage error of the file. */
function withFile<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (problem) {
    if (problem instanceof Failure) throw new UsageError(`${file}: ${problem.message}`);
    throw problem;
  }
}

function reportLines({ kept, changed, dropped }: Report, all: boolean): string[] {
  if (!all) return [`${kept.length} kept, ${changed.length} changed, ${dropped.length} dropped; --report lists them`];
  const format = (outcome: string, items: readonly ReportItem[]): string[] =>
    items.map(({ what, from, to, why }) => {
      const change = to === undefined || to === from ? '' : ` → ${to}`;
      return `${outcome}  ${what} ${from}${change}${why === undefined ? '' : `: ${why}`}`;
    });
  return [...format('kept   ', kept), ...format('changed', changed), ...format('dropped', dropped)];
}

export const conversations: Command = {
  summary: 'Create conversation projects from app files (.json or .lu) on a running server, and export them',
  usage: 'migrate FILE [--name NAME] [--report] | export PROJECT [--app] [--out FILE] [--report]',
  flags: {
    ...AUTHORING_FLAGS,
    name: { type: 'string', help: "name of the new project [the app's]" },
    report: { type: 'boolean', help: 'list everything that was kept, changed and dropped' },
    app: { type: 'boolean', help: 'export as an app' },
    out: { type: 'string', help: 'file to write to [standard output]' },
  },
  run: (invocation) => runAction('conversations', { migrate, export: exportProject }, invocation),
};
