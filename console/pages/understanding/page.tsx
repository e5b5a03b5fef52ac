/** Understanding: the apps of the account, the one named in the URL, or the import. */
import { useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { useAccount } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { FormDialog } from '../../kit/dialog.tsx';
import { SelectField, TextField } from '../../kit/form.tsx';
import { formatCount, formatTime } from '../../kit/format.ts';
import { useAction, useLoad } from '../../kit/hooks.ts';
import { ListCard } from '../../kit/list-card.tsx';
import { Button, ButtonLink, Card, Empty, PageHeader, Tag } from '../../kit/parts.tsx';
import { joinPath, Link, navigate, setQuery, useRoute, type PageProps } from '../../kit/router.tsx';
import { AUTHORING, loadApps } from '../../shared/language/apps.ts';
import { ImportWizard, type ImportReport, type Loss } from '../../shared/language/import-wizard.tsx';
import { AppPage } from './app.tsx';
import { appPath } from './calls.ts';

export default function Understanding({ parts: [appId] }: PageProps) {
  if (appId === 'import') return <ImportApp />;
  return appId === undefined ? <Apps /> : <AppPage key={appId} appId={appId} />;
}

/** The apps of the account. */
export function Apps() {
  const { client } = useAccount();
  const [isCreating, setCreating] = useState(false);
  const apps = useLoad((signal) => loadApps(client, signal), [client]);
  return (
    <>
      <PageHeader
        title={t('Understanding')}
        about={t('LUIS apps: versions and publish slots, for Bot Framework and the clients of LUIS.')}
        actions={
          <>
            <ButtonLink icon="upload" to="/understanding/import" text={t('Import')} />
            <Button kind="primary" icon="add" onClick={() => setCreating(true)} text={t('New app')} />
          </>
        }
      />
      <ListCard
        title={t('Apps')}
        of={apps}
        keyOf={({ id }) => id}
        onOpen={({ id }) => navigate(joinPath('understanding', id))}
        empty={
          <Empty
            icon="understanding"
            title={t('No apps yet')}
            actions={<ButtonLink icon="sample" to="/?task=understanding" text={t('Try the sample')} />}
          >
            {t('Create one and add a few utterances, or try the sample: a travel bot that is already trained.')}
          </Empty>
        }
        columns={[
          {
            title: t('Name'),
            width: 'minmax(190px, 2fr)',
            cell: ({ id, name }) => <Link to={joinPath('understanding', id)}>{name}</Link>,
          },
          { title: t('Culture'), width: '80px', cell: ({ culture }) => culture },
          { title: t('Version'), width: '80px', cell: ({ activeVersion }) => activeVersion },
          {
            title: t('Published'),
            width: 'minmax(120px, 1fr)',
            cell: ({ endpoints: { PRODUCTION, STAGING } }) => (
              <span class="row">
                {PRODUCTION && <Tag kind="good">{t('production {versionId}', { versionId: PRODUCTION.versionId })}</Tag>}
                {STAGING && <Tag kind="info">{t('staging {versionId}', { versionId: STAGING.versionId })}</Tag>}
              </span>
            ),
          },
          { title: t('Queries'), width: '80px', number: true, cell: ({ endpointHitsCount }) => formatCount(endpointHitsCount) },
          { title: t('Created'), width: '150px', cell: ({ createdDateTime }) => formatTime(createdDateTime) },
        ]}
      />
      {isCreating && <NewApp onClose={() => setCreating(false)} />}
    </>
  );
}

/** Creates an app. */
export function NewApp({ onClose }: { onClose: () => void }) {
  const { client } = useAccount();
  const [name, setName] = useState('');
  const [culture, setCulture] = useState('en-us');
  const [description, setDescription] = useState('');
  const cultures = useLoad(
    (signal) => client.get<{ name: string; code: string }[]>(`${AUTHORING}/apps/cultures`, { signal, quiet: true }),
    [client],
  );
  const body = { name, culture, description };
  const create = useAction(
    async () => {
      const id = await client.post<string>(`${AUTHORING}/apps`, body);
      onClose();
      navigate(joinPath('understanding', id));
    },
    { done: t('App created') },
  );
  return (
    <FormDialog title={t('New app')} onClose={onClose} action={t('Create')} submit={create} may={name !== ''}>
      <TextField label={t('Name')} required autoFocus maxLength={100} value={name} onInput={setName} />
      <SelectField
        label={t('Culture')}
        value={culture}
        onInput={setCulture}
        options={(cultures.value ?? []).map((one) => ({ value: one.code, label: `${one.name} (${one.code})` }))}
        hint={t('The language of its utterances. It cannot be changed later.')}
      />
      <TextField label={t('Description')} value={description} onInput={setDescription} />
    </FormDialog>
  );
}

interface CheckResult {
  name: string;
  culture: string;
  versionId: string;
  counts: Record<string, number>;
  losses: Loss[];
}

const COUNTS: readonly (readonly [key: string, title: string])[] = [
  ['intents', 'Intents'],
  ['entities', 'Entities'],
  ['utterances', 'Utterances'],
  ['labels', 'Labels'],
  ['patterns', 'Patterns'],
  ['phraseLists', t('Phrase lists')],
  ['patternFeatures', t('Pattern features')],
];

/** Anything but JSON is a .lu file. */
function parseFile(file: File): Blob {
  return file.slice(0, file.size, /\.json$/i.test(file.name) ? 'application/json' : 'text/plain');
}

/** Imports an app, or a version, from an exported file or a .lu file. */
export function ImportApp() {
  const { client } = useAccount();
  // With an app, a new version is added to it.
  const into = useRoute().query.get('app') ?? '';
  const apps = useLoad((signal) => loadApps(client, signal), [client]);
  const [name, setName] = useState('');
  const check = async (file: File): Promise<ImportReport> => {
    const { body } = await client.call<CheckResult>('POST', `${AUTHORING}/apps/checkimport`, { file: parseFile(file) });
    setName(into === '' ? body.name : body.versionId);
    return {
      counts: COUNTS.map(([key, title]) => [title, body.counts[key] ?? 0] as const),
      facts: [
        ['App', body.name === '' ? 'unnamed' : body.name],
        ['Culture', body.culture],
        ['Version', body.versionId === '' ? '0.1' : body.versionId],
      ],
      losses: body.losses,
    };
  };
  const isTaken = into === '' && (apps.value ?? []).some((app) => app.name.toLowerCase() === name.toLowerCase());
  const at = into === '' ? `${AUTHORING}/apps/import` : `${appPath(into)}/versions/import`;
  const query = into === '' ? { appName: name } : { versionId: name === '' ? undefined : name };
  const write = async (file: File): Promise<void> => {
    const { body } = await client.call<string>('POST', at, { file: parseFile(file), query });
    navigate(into === '' ? joinPath('understanding', body) : `${joinPath('understanding', into)}?version=${encodeURIComponent(body)}`);
  };
  return (
    <>
      <PageHeader
        title={t('Import')}
        about={t('An exported app of any schema version, or a .lu file. It is checked first; nothing is written until you confirm.')}
        actions={<ButtonLink to="/understanding">{t('Back to apps')}</ButtonLink>}
      />
      <Card>
        <ImportWizard
          accept=".json,.lu,.txt,.md"
          hint={t('.json or .lu, at most 25 MB')}
          check={check}
          write={write}
          ready={into !== '' || (name !== '' && !isTaken)}
        >
          {() => (
            <>
              <div class="columns">
                <SelectField
                  label={t('Import into')}
                  value={into}
                  options={[
                    { value: '', label: t('New app') },
                    ...(apps.value ?? []).map((app) => ({ value: app.id, label: t('New version of {name}', { name: app.name }) })),
                  ]}
                  onInput={(app) => setQuery({ app })}
                />
                <TextField
                  label={into === '' ? t('App name') : t('Version name')}
                  value={name}
                  onInput={setName}
                  error={isTaken ? t('An app with this name exists.') : undefined}
                  hint={into === '' ? undefined : t('Leave empty to use the name in the file.')}
                />
              </div>
              <ApiCall call={{ method: 'POST', path: at, query, file: new Blob([], { type: 'application/json' }) }} />
            </>
          )}
        </ImportWizard>
      </Card>
    </>
  );
}
