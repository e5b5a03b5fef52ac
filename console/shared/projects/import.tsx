/** Imports a project from a file: its content and losses are shown before anything is written. */
import { useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { useAccount } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { isConflict } from '../../kit/api.ts';
import { deleteDraft } from '../../kit/drafts.ts';
import { TextField } from '../../kit/form.tsx';
import { useLoad } from '../../kit/hooks.ts';
import { ButtonLink, Card, PageHeader } from '../../kit/parts.tsx';
import { joinPath, navigate } from '../../kit/router.tsx';
import { ImportWizard, type ImportReport, type Loss } from '../language/import-wizard.tsx';
import { loadPages, projectPath, runJob, versioned, type Metadata } from './calls.ts';
import type { ProjectFamily } from './family.ts';
import { FetchProject } from './fetch-project.tsx';
import { draftKey } from './use-draft.ts';

interface Item {
  what: string;
  from: string;
  to?: string;
  why?: string;
}
interface CheckResult {
  projectName: string;
  projectKind: string;
  language: string;
  counts: Record<string, number>;
  report: { kept: Item[]; changed: Item[]; dropped: Item[] };
}
/** If the name should be free, nothing is replaced. */
const IF_NEW = { 'if-none-match': '*' };
/** The content of a file, and the import format. */
interface ReadFile {
  content: Record<string, unknown>;
  query: Readonly<Record<string, string>>;
}

export function ImportProject({ family }: { family: ProjectFamily }) {
  const { client, account } = useAccount();
  const projects = useLoad((signal) => loadPages<Metadata>(client, versioned(`${family.base}/projects`), signal), [client]);
  const [name, setName] = useState('');
  const [read, setRead] = useState<ReadFile>();
  const check = async (file: File): Promise<ImportReport> => {
    const next = readFile(await file.text(), family);
    const { projectName, projectKind, language, counts, report } = await client.post<CheckResult>(
      versioned(`${family.base}/:check-import`, next.query),
      next.content,
    );
    const { changed, dropped } = report;
    setRead(next);
    setName(projectName);
    return {
      counts: Object.entries(counts).map(([list, value]) => [list, value] as const),
      facts: [
        ['Project', projectName === '' ? 'unnamed' : projectName],
        ['Kind', projectKind],
        ['Language', language],
      ],
      losses: [...dropped.map((one) => toLoss(one, 'Removed')), ...changed.map((one) => toLoss(one, t('Becomes {to}', { to: one.to })))],
    };
  };
  const isTaken = (projects.value ?? []).some(({ projectName }) => projectName === name);
  const call = {
    method: 'POST',
    path: projectPath(family, name, '/:import', read?.query),
    json: read && withProjectName(read.content, name),
    headers: isTaken ? undefined : IF_NEW,
  } as const;
  const write = async (): Promise<void> => {
    await runJob(client, call).catch((error: unknown) => {
      if (isConflict(error)) projects.reload();
      throw error;
    });
    deleteDraft(draftKey(account.id, family.page, name));
    navigate(joinPath(family.page, name));
  };
  return (
    <>
      <PageHeader title={t('Import')} about={family.fileFormats} actions={<ButtonLink to={joinPath(family.page)} text={t('Projects')} />} />
      <Card>
        <ImportWizard
          accept=".json,application/json"
          hint={t('.json, at most 64 MB')}
          check={check}
          write={write}
          ready={name !== ''}
          other={(onFile) => <FetchProject family={family} onFile={onFile} />}
        >
          {() => (
            <>
              <TextField
                label={t('Project name')}
                value={name}
                onInput={setName}
                required
                maxLength={100}
                hint={
                  isTaken
                    ? t('A project with this name exists: its content will be replaced; its models and deployments are kept.')
                    : undefined
                }
              />
              <ApiCall call={call} />
            </>
          )}
        </ImportWizard>
      </Card>
    </>
  );
}

function toLoss({ what, from, why }: Item, change: string): Loss {
  return { what, name: from, details: why === undefined ? `${change}.` : `${change}: ${why}` };
}

/** An exported app is recognized by itself. */
function readFile(text: string, { page }: ProjectFamily): ReadFile {
  let content: unknown;
  try {
    content = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    throw new Error(t('The file is not JSON. Select an exported project or app.'));
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw new Error(t('The file is not a project. Select an exported project or app.'));
  return {
    content: content as Record<string, unknown>,
    query: page === 'conversations' && 'luis_schema_version' in content ? { format: 'Luis' } : {},
  };
}

/** The file under the chosen name; the name in an app file is ignored by the import. */
function withProjectName(content: Record<string, unknown>, projectName: string): object {
  const { metadata } = content;
  if (typeof metadata !== 'object' || metadata === null) return content;
  return { ...content, metadata: { ...metadata, name: undefined, projectName } };
}
