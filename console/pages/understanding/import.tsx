/** Imports an app, or a version, from an exported file or a .lu file. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useAccount } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/call-behind.tsx';
import { SelectField, TextField } from '../../kit/form.tsx';
import { ButtonLink, Card, PageHeader } from '../../kit/parts.tsx';
import { navigate, joinPath, setQuery, useRoute } from '../../kit/router.tsx';
import { useLoad } from '../../kit/use.ts';
import { AUTHORING, loadApps } from '../../language/apps.ts';
import { ImportWizard } from '../../language/import-wizard.tsx';
import type { ImportReport, Loss } from '../../language/import-wizard.tsx';
import { appPath } from './calls.ts';

interface CheckResult { name: string; culture: string; versionId: string; counts: Record<string, number>; losses: Loss[] }

const COUNTS: readonly (readonly [key: string, title: string])[] = [['intents', 'Intents'], ['entities', 'Entities'], ['utterances', 'Utterances'], ['labels', 'Labels'], ['patterns', 'Patterns'], ['phraseLists', 'Phrase lists'], ['patternFeatures', 'Pattern features']];

/** Anything but JSON is a .lu file. */
function parseFile(file: File): Blob {
  return file.slice(0, file.size, /\.json$/i.test(file.name) ? 'application/json' : 'text/plain');
}

export function ImportApp(): JSX.Element {
  const { client } = useAccount();
  // With an app, a new version is added to it.
  const into = useRoute().query.get('app') ?? '';
  const apps = useLoad((signal) => loadApps(client, signal), [client]);
  const [name, setName] = useState('');
  const check = async (file: File): Promise<ImportReport> => {
    const { body } = await client.call<CheckResult>('POST', `${AUTHORING}/apps/checkimport`, { file: parseFile(file) });
    setName(into === '' ? body.name : body.versionId);
    return { counts: COUNTS.map(([key, title]) => [title, body.counts[key] ?? 0] as const), facts: [['App', body.name === '' ? 'unnamed' : body.name], ['Culture', body.culture], ['Version', body.versionId === '' ? '0.1' : body.versionId]], losses: body.losses };
  };
  const taken = into === '' && (apps.value ?? []).some((app) => app.name.toLowerCase() === name.toLowerCase());
  const at = into === '' ? `${AUTHORING}/apps/import` : `${appPath(into)}/versions/import`;
  const query = into === '' ? { appName: name } : { versionId: name === '' ? undefined : name };
  const write = async (file: File): Promise<void> => {
    const { body } = await client.call<string>('POST', at, { file: parseFile(file), query });
    navigate(into === '' ? joinPath('understanding', body) : `${joinPath('understanding', into)}?version=${encodeURIComponent(body)}`);
  };
  return <>
    <PageHeader title="Import" about="An exported app of any schema version, or a .lu file. It is checked first; nothing is written until you confirm." actions={<ButtonLink to="/understanding">Apps</ButtonLink>} />
    <Card><ImportWizard accept=".json,.lu,.txt,.md" hint=".json or .lu, at most 25 MB" check={check} write={write} ready={into !== '' || (name !== '' && !taken)}>{() => <>
      <div class="columns">
        <SelectField label="Import into" value={into} options={[{ value: '', label: 'New app' }, ...(apps.value ?? []).map((app) => ({ value: app.id, label: `New version of ${app.name}` }))]} onInput={(app) => setQuery({ app })} />
        <TextField label={into === '' ? 'App name' : 'Version name'} value={name} onInput={setName} error={taken ? 'An app with this name exists.' : undefined} hint={into === '' ? undefined : 'Leave empty to use the name in the file.'} />
      </div>
      <ApiCall call={{ method: 'POST', path: at, query, file: new Blob([], { type: 'application/json' }) }} />
    </>}</ImportWizard></Card>
  </>;
}
