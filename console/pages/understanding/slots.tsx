/** The published slots: their versions, publishing another, and rolling back. */
import type { JSX } from 'preact';
import { ApiCall } from '../../kit/call-behind.tsx';
import { confirm } from '../../kit/dialog.tsx';
import { formatAge, formatTime } from '../../kit/format.ts';
import { Button, Card, CopyButton, Facts } from '../../kit/parts.tsx';
import { useAction } from '../../kit/use.ts';
import { appPath, PREDICTION } from './calls.ts';
import type { Endpoint } from '../../language/apps.ts';
import type { VersionInfo } from './calls.ts';
import { useVersion } from './version.ts';
import { previousVersion } from './version-names.ts';

export function Slots({ versions }: { versions: readonly VersionInfo[] }): JSX.Element {
  const { app: { endpoints } } = useVersion();
  return <div class="columns">
    <Slot title="Production" slot="production" endpoint={endpoints.PRODUCTION} versions={versions} />
    <Slot title="Staging" slot="staging" endpoint={endpoints.STAGING} versions={versions} />
  </div>;
}

function Slot({ title, slot, endpoint, versions }: { title: string; slot: 'production' | 'staging'; endpoint: Endpoint | undefined; versions: readonly VersionInfo[] }): JSX.Element {
  const { client, app, name, info, reloadApp } = useVersion();
  const isTrained = info.value?.trainingStatus === 'Trained';
  // The version is published as last trained.
  const isThere = isTrained && endpoint?.versionId === name && (info.value?.lastTrainedDateTime ?? '') <= endpoint.publishedDateTime;
  const before = endpoint && previousVersion(versions, endpoint.versionId);
  const path = `${appPath(app.id)}/publish`;
  const bodyOf = (versionId: string): { versionId: string; isStaging: boolean } => ({ versionId, isStaging: slot === 'staging' });
  const publish = useAction(async (version: string) => {
    if (endpoint && !await confirm({ title: `Publish ${version} to ${slot}?`, text: endpoint.versionId === version ? 'It is used immediately, as trained now.' : `It replaces version ${endpoint.versionId} immediately.`, action: 'Publish', danger: false })) return;
    await client.post(path, bodyOf(version));
    reloadApp();
  });
  const url = `${location.origin}${PREDICTION}/apps/${app.id}/slots/${slot}/predict`;
  return <Card title={title} actions={<>
    {before && <Button icon="undo" busy={publish.busy} onClick={() => void publish.run(before.version)}>Roll back to {before.version}</Button>}
    <Button kind={isThere ? 'plain' : 'primary'} icon={isThere ? 'check' : 'upload'} busy={publish.busy} disabled={!isTrained || isThere} onClick={() => void publish.run(name)}>{isThere ? `${name} published` : `Publish ${name}`}</Button>
  </>}><div class="stack tight">
    {endpoint ? <Facts rows={[['Version', <strong>{endpoint.versionId}</strong>], ['Published', <span title={formatTime(endpoint.publishedDateTime)}>{formatAge(endpoint.publishedDateTime)}</span>], ['Endpoint', <span class="understanding-address"><code>{url}</code><CopyButton text={url} label={`Copy endpoint of ${slot}`} /></span>]]} />
      : <p class="soft">Nothing published.{!isTrained && ' Train the version first.'}</p>}
    <ApiCall call={{ method: 'POST', path, json: bodyOf(name) }} />
  </div></Card>;
}
