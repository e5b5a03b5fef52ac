/** Versions of the app, the published slots, and the comparison of two versions. */
import { useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { saveFile } from '../../kit/api.ts';
import { Async } from '../../kit/async.tsx';
import { confirm, confirmed, FormDialog } from '../../kit/dialog.tsx';
import { TextField } from '../../kit/form.tsx';
import { formatAge, formatCount, formatTime } from '../../kit/format.ts';
import { useAction, useLoad } from '../../kit/hooks.ts';
import { Button, Card, Copyable, Facts, Tag } from '../../kit/parts.tsx';
import { setQuery } from '../../kit/router.tsx';
import { Table } from '../../kit/table.tsx';
import { loadPages, type Endpoint } from '../../shared/language/apps.ts';
import { appPath, PREDICTION, versionPath, type VersionInfo } from './calls.ts';
import { CompareVersions } from './compare.tsx';
import { nextName, previousVersion } from './content.ts';
import { useVersion } from './version.ts';

export function Versions() {
  const { client, app, name, info, reloadApp } = useVersion();
  const [cloning, setCloning] = useState<string>();
  const versions = useLoad((signal) => loadPages<VersionInfo>(client, `${appPath(app.id)}/versions`, signal), [client, app, info.value]);
  const remove = useAction(async (version: string) => {
    await confirmed({
      title: t('Delete version {version}?', { version }),
      text: t('Its utterances, models and training are deleted too.'),
    });
    await client.delete(versionPath(app.id, version));
    setQuery({ version: undefined });
    reloadApp();
  });
  const save = useAction(async (version: string, format: 'json' | 'lu') => {
    const bytes = await client.get<Blob>(`${versionPath(app.id, version)}/export`, { query: { format }, bytes: true });
    saveFile(bytes, `${app.name} ${version}.${format}`);
  });
  return (
    <Async of={versions}>
      {(rows) => {
        const published = new Set([app.endpoints.PRODUCTION?.versionId, app.endpoints.STAGING?.versionId]);
        return (
          <>
            <Slots versions={rows} />
            <Card
              flush
              title={t('Versions')}
              actions={<Button needs="label" icon="copy" onClick={() => setCloning(name)} text={t('Clone {name}', { name })} />}
            >
              <Table
                label={t('Versions')}
                rows={[...rows].reverse()}
                keyOf={({ version }) => version}
                selected={({ version }) => version === name}
                onOpen={({ version }) => setQuery({ version: version === app.activeVersion ? undefined : version }, { replace: false })}
                columns={[
                  {
                    title: t('Version'),
                    width: 'minmax(130px, 1fr)',
                    cell: ({ version }) => (
                      <span class="row">
                        <strong>{version}</strong>
                        {version === app.activeVersion && <Tag>{t('active')}</Tag>}
                      </span>
                    ),
                  },
                  {
                    title: t('Training'),
                    width: '106px',
                    cell: ({ trainingStatus }) => (
                      <Tag kind={trainingStatus === 'Trained' ? 'good' : trainingStatus === 'InProgress' ? 'info' : 'warn'}>
                        {trainingStatus === 'Trained'
                          ? t('trained')
                          : trainingStatus === 'InProgress'
                            ? t('training')
                            : t('needs training')}
                      </Tag>
                    ),
                  },
                  {
                    title: t('Changed'),
                    width: 'minmax(90px, 1fr)',
                    cell: ({ lastModifiedDateTime }) => (
                      <span title={formatTime(lastModifiedDateTime)}>{formatAge(lastModifiedDateTime)}</span>
                    ),
                  },
                  {
                    title: t('Published'),
                    width: 'minmax(90px, 1fr)',
                    cell: ({ lastPublishedDateTime }) =>
                      lastPublishedDateTime === null ? (
                        ''
                      ) : (
                        <span title={formatTime(lastPublishedDateTime)}>{formatAge(lastPublishedDateTime)}</span>
                      ),
                  },
                  { title: t('Intents'), width: '60px', number: true, cell: ({ intentsCount }) => formatCount(intentsCount) },
                  { title: t('Entities'), width: '60px', number: true, cell: ({ entitiesCount }) => formatCount(entitiesCount) },
                  { title: t('Queries'), width: '60px', number: true, cell: ({ endpointHitsCount }) => formatCount(endpointHitsCount) },
                  {
                    title: '',
                    width: '196px',
                    cell: ({ version }) => (
                      <span class="row">
                        <Button kind="quiet" icon="download" onClick={() => void save.run(version, 'json')}>
                          .json
                        </Button>
                        <Button kind="quiet" icon="download" onClick={() => void save.run(version, 'lu')}>
                          .lu
                        </Button>
                        <Button
                          needs="manage"
                          kind="quiet"
                          icon="trash"
                          label={t('Delete version {version}', { version })}
                          disabled={rows.length === 1 || published.has(version)}
                          onClick={() => void remove.run(version)}
                        />
                      </span>
                    ),
                  },
                ]}
              />
            </Card>
            <CompareVersions versions={rows.map(({ version }) => version)} />
            {cloning !== undefined && (
              <CloneDialog from={cloning} existingNames={rows.map(({ version }) => version)} onClose={() => setCloning(undefined)} />
            )}
          </>
        );
      }}
    </Async>
  );
}

/** The published slots: their versions, publishing another, and rolling back. */
function Slots({ versions }: { versions: readonly VersionInfo[] }) {
  const { endpoints } = useVersion().app;
  return (
    <div class="columns">
      <Slot title={t('Production')} slot="production" endpoint={endpoints.PRODUCTION} versions={versions} />
      <Slot title={t('Staging')} slot="staging" endpoint={endpoints.STAGING} versions={versions} />
    </div>
  );
}

function Slot({
  title,
  slot,
  endpoint,
  versions,
}: {
  title: string;
  slot: 'production' | 'staging';
  endpoint: Endpoint | undefined;
  versions: readonly VersionInfo[];
}) {
  const { client, app, name, info, reloadApp } = useVersion();
  const isTrained = info.value?.trainingStatus === 'Trained';
  // The version is published as last trained.
  const isThere = isTrained && endpoint?.versionId === name && (info.value?.lastTrainedDateTime ?? '') <= endpoint.publishedDateTime;
  const before = endpoint && previousVersion(versions, endpoint.versionId);
  const path = `${appPath(app.id)}/publish`;
  const bodyOf = (versionId: string): { versionId: string; isStaging: boolean } => ({ versionId, isStaging: slot === 'staging' });
  const publish = useAction(async (version: string) => {
    if (
      endpoint &&
      !(await confirm({
        title: t('Publish {version} to {slot}?', { version, slot }),
        text:
          endpoint.versionId === version
            ? t('It is used immediately, as trained now.')
            : t('It replaces version {versionId} immediately.', { versionId: endpoint.versionId }),
        action: t('Publish'),
        danger: false,
      }))
    )
      return;
    await client.post(path, bodyOf(version));
    reloadApp();
  });
  const url = `${location.origin}${PREDICTION}/apps/${app.id}/slots/${slot}/predict`;
  return (
    <Card
      title={title}
      actions={
        <>
          {before && (
            <Button needs="manage" icon="undo" busy={publish.busy} onClick={() => void publish.run(before.version)}>
              {t('Roll back to {version}', { version: before.version })}
            </Button>
          )}
          <Button
            needs="manage"
            kind={isThere || slot === 'staging' ? 'plain' : 'primary'}
            icon={isThere ? 'check' : 'upload'}
            busy={publish.busy}
            disabled={!isTrained || isThere}
            onClick={() => void publish.run(name)}
          >
            {isThere ? t('{name} published', { name }) : t('Publish {name}', { name })}
          </Button>
        </>
      }
    >
      <div class="stack tight">
        {endpoint ? (
          <Facts
            rows={[
              [t('Version'), <strong>{endpoint.versionId}</strong>],
              [t('Published'), <span title={formatTime(endpoint.publishedDateTime)}>{formatAge(endpoint.publishedDateTime)}</span>],
              [t('Endpoint'), <Copyable text={url} label={t('Copy endpoint of {slot}', { slot })} />],
            ]}
          />
        ) : (
          <p class="soft">
            {t('Nothing published.')} {!isTrained && t('Train the version first.')}
          </p>
        )}
        <ApiCall call={{ method: 'POST', path, json: bodyOf(name) }} />
      </div>
    </Card>
  );
}

const NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,9}$/;

/** Clones a version, to try something without losing what works. */
function CloneDialog({ from, existingNames, onClose }: { from: string; existingNames: readonly string[]; onClose: () => void }) {
  const { client, app, reloadApp } = useVersion();
  const [version, setVersion] = useState(nextName(from, existingNames));
  const path = `${versionPath(app.id, from)}/clone`;
  const may = NAME.test(version) && !existingNames.includes(version);
  const make = useAction(
    async () => {
      await client.post(path, { version });
      onClose();
      setQuery({ version });
      reloadApp();
    },
    { done: t('Version cloned') },
  );
  return (
    <FormDialog title={t('Clone version {from}', { from })} onClose={onClose} action={t('Clone')} submit={make} may={may}>
      <TextField
        label={t('Name of new version')}
        autoFocus
        value={version}
        onInput={setVersion}
        error={
          existingNames.includes(version)
            ? t('A version with this name exists.')
            : NAME.test(version)
              ? undefined
              : t('At most 10 letters, digits, dots, dashes and underscores.')
        }
        hint={t('It becomes the active version. Published slots do not change.')}
      />
    </FormDialog>
  );
}
