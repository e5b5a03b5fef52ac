/** Fetches apps of a LUIS resource that still answers, as conversation projects. The server calls the resource, not the browser. */
import { useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { useAccount } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { operationPath, toJobStatus } from '../../kit/api.ts';
import { askUntil } from '../../kit/changes.ts';
import { Form, TextField } from '../../kit/form.tsx';
import { useAction } from '../../kit/hooks.ts';
import { Button, Tag } from '../../kit/parts.tsx';
import { joinPath, Link } from '../../kit/router.tsx';

const PATH = '/language/analyze-conversations/internal/:migrateFromUnderstanding?api-version=2021-11-01-preview';

interface Item {
  what: string;
  from: string;
}
interface Result {
  appId: string;
  projectName?: string;
  status: 'succeeded' | 'failed';
  error?: { message: string };
  report?: { kept: Item[]; changed: Item[]; dropped: Item[] };
}

export default function MigrateApps() {
  const { client } = useAccount();
  const [address, setAddress] = useState('');
  const [key, setKey] = useState('');
  const [appId, setAppId] = useState('');
  const [version, setVersion] = useState('0.1');
  const [results, setResults] = useState<readonly Result[]>();
  const json = {
    appsMetadata: [{ appId: appId.trim(), appVersion: version.trim() }],
    authoringResourceUrl: address.trim(),
    understandingKey: key.trim(),
  };
  const isWhole = [address, key, appId, version].every((text) => text.trim() !== '');
  const migrate = useAction(async () => {
    setResults(undefined);
    const { headers } = await client.call('POST', PATH, { json, quiet: true });
    await askUntil(['conversations.migrate'], async () => {
      const job = await client.get<{ status: string; results: Result[] }>(operationPath(headers), { quiet: true });
      if (['waiting', 'running'].includes(toJobStatus(job.status))) return undefined;
      setResults(job.results);
      if (job.results.length === 0) throw new Error(t('The resource did not answer.'));
      return true;
    });
  });
  return (
    <div class="stack">
      <Form onSubmit={() => void (isWhole && migrate.run())}>
        <div class="columns">
          <TextField
            label={t('Authoring address')}
            value={address}
            onInput={setAddress}
            placeholder="https://westeurope.api.cognitive.microsoft.com"
          />
          <TextField label={t('Authoring key')} type="password" value={key} onInput={setKey} />
          <TextField label={t('App id')} value={appId} onInput={setAppId} />
          <TextField label={t('Version')} value={version} onInput={setVersion} />
        </div>
        <div>
          <Button type="submit" kind="primary" busy={migrate.busy} disabled={!isWhole} text={t('Bring it over')} />
        </div>
      </Form>
      {results?.map(({ appId: id, projectName, status, error, report }) => (
        <p class="row" role="status" key={id}>
          <Tag kind={status === 'succeeded' ? 'good' : 'danger'}>{status}</Tag>
          {projectName !== undefined && <Link to={joinPath('conversations', projectName)}>{projectName}</Link>}
          {error && <span>{error.message}</span>}
          {report && (
            <span class="soft">
              {t('{kept} kept, {changed} changed, {dropped} dropped', {
                kept: report.kept.length,
                changed: report.changed.length,
                dropped: report.dropped.length,
              })}
            </span>
          )}
        </p>
      ))}
      <ApiCall call={{ method: 'POST', path: PATH, json: { ...json, understandingKey: '…' } }} />
    </div>
  );
}
