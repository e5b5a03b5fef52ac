/** Versions of the app, the published slots, and the comparison of two versions. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { saveFile } from '../../kit/api.ts';
import { confirm } from '../../kit/dialog.tsx';
import { formatAge, formatCount, formatTime } from '../../kit/format.ts';
import { Button, Card, Tag } from '../../kit/parts.tsx';
import { Async } from '../../kit/problem.tsx';
import { setQuery } from '../../kit/router.tsx';
import { Table } from '../../kit/table.tsx';
import { useAction, useLoad } from '../../kit/use.ts';
import { loadPages } from '../../language/apps.ts';
import { appPath, versionPath } from './calls.ts';
import type { VersionInfo } from './calls.ts';
import { CloneDialog } from './clone.tsx';
import { CompareVersions } from './compare.tsx';
import { Slots } from './slots.tsx';
import { useVersion } from './version.ts';

export function Versions(): JSX.Element {
  const { client, app, name, info, reloadApp } = useVersion();
  const [cloning, setCloning] = useState<string>();
  const versions = useLoad((signal) => loadPages<VersionInfo>(client, `${appPath(app.id)}/versions`, signal), [client, app, info.value]);
  const remove = useAction(async (version: string) => {
    if (!await confirm({ title: `Delete version ${version}?`, text: 'Its utterances, models and training are deleted too.', action: 'Delete' })) return;
    await client.delete(versionPath(app.id, version));
    setQuery({ version: undefined });
    reloadApp();
  });
  const save = useAction(async (version: string, format: 'json' | 'lu') => {
    const bytes = await client.get<Blob>(`${versionPath(app.id, version)}/export`, { query: { format }, bytes: true });
    saveFile(bytes, `${app.name} ${version}.${format}`);
  });
  return <Async of={versions}>{(rows) => {
    const published = new Set([app.endpoints.PRODUCTION?.versionId, app.endpoints.STAGING?.versionId]);
    return <>
      <Slots versions={rows} />
      <Card flush title="Versions" actions={<Button icon="copy" onClick={() => setCloning(name)}>Clone {name}</Button>}><Table label="Versions" rows={[...rows].reverse()} keyOf={({ version }) => version} selected={({ version }) => version === name} onOpen={({ version }) => setQuery({ version: version === app.activeVersion ? undefined : version }, { replace: false })} columns={[
        { title: 'Version', width: 'minmax(150px, 1fr)', cell: ({ version }) => <span class="row"><strong>{version}</strong>{version === app.activeVersion && <Tag>active</Tag>}</span> },
        { title: 'Training', width: '120px', cell: ({ trainingStatus }) => <Tag kind={trainingStatus === 'Trained' ? 'good' : trainingStatus === 'InProgress' ? 'info' : 'warn'}>{trainingStatus === 'Trained' ? 'trained' : trainingStatus === 'InProgress' ? 'training' : 'needs training'}</Tag> },
        { title: 'Changed', width: 'minmax(90px, 1fr)', cell: ({ lastModifiedDateTime }) => <span title={formatTime(lastModifiedDateTime)}>{formatAge(lastModifiedDateTime)}</span> },
        { title: 'Published', width: 'minmax(90px, 1fr)', cell: ({ lastPublishedDateTime }) => lastPublishedDateTime === null ? '' : <span title={formatTime(lastPublishedDateTime)}>{formatAge(lastPublishedDateTime)}</span> },
        { title: 'Intents', width: '60px', number: true, cell: ({ intentsCount }) => formatCount(intentsCount) }, { title: 'Entities', width: '60px', number: true, cell: ({ entitiesCount }) => formatCount(entitiesCount) }, { title: 'Queries', width: '60px', number: true, cell: ({ endpointHitsCount }) => formatCount(endpointHitsCount) },
        { title: '', width: '180px', cell: ({ version }) => <span class="row"><Button kind="quiet" onClick={() => void save.run(version, 'json')}>.json</Button><Button kind="quiet" onClick={() => void save.run(version, 'lu')}>.lu</Button><Button kind="quiet" icon="trash" label={`Delete version ${version}`} disabled={rows.length === 1 || published.has(version)} onClick={() => void remove.run(version)} /></span> },
      ]} /></Card>
      <CompareVersions versions={rows.map(({ version }) => version)} />
      {cloning !== undefined && <CloneDialog from={cloning} taken={rows.map(({ version }) => version)} onClose={() => setCloning(undefined)} />}
    </>;
  }}</Async>;
}
