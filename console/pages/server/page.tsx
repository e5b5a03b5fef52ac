/** The server as a whole: health, engines and settings, backup and restore. */
import { rich, t } from '../../i18n/messages.ts';
import { accounts } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { manager, saveFile } from '../../kit/api.ts';
import { Async } from '../../kit/async.tsx';
import { useCell } from '../../kit/cell.ts';
import { confirmed } from '../../kit/dialog.tsx';
import { FileDrop } from '../../kit/file-drop.tsx';
import { formatBytes, formatCount, formatDuration, formatTime, plural } from '../../kit/format.ts';
import { useAction, useLoad } from '../../kit/hooks.ts';
import { Button, Card, Empty, Facts, Figure, Loading, PageHeader, Tag } from '../../kit/parts.tsx';
import { useServerRole } from '../../kit/roles.ts';
import { Link } from '../../kit/router.tsx';
import { Table } from '../../kit/table.tsx';

export default function ServerPage() {
  return useServerRole() === 'none' ? (
    <>
      <PageHeader title={t('Server')} />
      <Empty icon="key" title={t('Only operators with a role on the whole server see this page')} />
    </>
  ) : (
    <>
      <PageHeader title={t('Server')} about={t('The process that answers this page, its storage, and a copy of everything.')} />
      <Health />
      <Backup />
    </>
  );
}

interface Server {
  version: string;
  startedDateTime: string;
  region: string;
  role: string;
  store: string;
  memoryBytes: number;
  engines: { name: string; version: string }[];
  settings: { name: string; value?: string }[];
  storage?: { databaseBytes?: number; blobBytes?: number; blobCount?: number; freeBytes: number };
}

const SERVER_POLL_MS = 15_000;
const LOW_SPACE = 1e9;

/** Version, storage, engines and settings, and whether all parts answer. */
function Health() {
  const server = useLoad((signal) => manager.get<Server>('/server', { signal, quiet: true }), [], { everyMs: SERVER_POLL_MS });
  const all = useCell(accounts);
  return (
    <Async of={server}>
      {(state) => (
        <>
          <Card
            title={t('Health')}
            actions={server.error ? <Tag kind="danger">{t('not responding')}</Tag> : <Tag kind="good">{t('healthy')}</Tag>}
          >
            <div class="stack">
              <div class="figures home-figures">
                <Figure value={state.version} label={t('version')} />
                <Figure
                  value={formatDuration(Date.now() - new Date(state.startedDateTime).getTime())}
                  label={t('up since {startedDateTime}', { startedDateTime: formatTime(state.startedDateTime) })}
                />
                <Figure
                  value={<Link to="/accounts">{formatCount(all.length)}</Link>}
                  label={all.length === 1 ? t('account') : t('accounts')}
                />
                <Figure value={formatBytes(state.memoryBytes)} label={t('memory in use')} />
                {state.storage ? (
                  <>
                    <Figure
                      value={state.storage.databaseBytes === undefined ? state.store : formatBytes(state.storage.databaseBytes)}
                      label={t('database')}
                    />
                    {state.storage.blobBytes !== undefined && (
                      <Figure value={formatBytes(state.storage.blobBytes)} label={plural(state.storage.blobCount ?? 0, 'blob')} />
                    )}
                    <Figure value={formatBytes(state.storage.freeBytes)} label={t('free disk space')} />
                  </>
                ) : (
                  <Figure value={t('in memory')} label={t('not persistent')} />
                )}
              </div>
              {state.storage && state.storage.freeBytes < LOW_SPACE && (
                <p class="note warn">
                  {t('The disk of the data folder is almost full. When it is full, changes are rejected; acknowledged data is not lost.')}
                </p>
              )}
              <Facts
                rows={[
                  [t('Store'), state.store],
                  [t('Region'), state.region],
                  [t('Role'), state.role],
                  ...state.engines.map(({ name, version }) => [name, version] as const),
                ]}
              />
            </div>
          </Card>
          <Settings rows={state.settings} />
        </>
      )}
    </Async>
  );
}

/** What was set; secrets are not shown. */
function Settings({ rows }: { rows: Server['settings'] }) {
  return (
    <Card flush title={t('Settings')} actions={<a href="/docs/settings">{t('All settings')}</a>}>
      <Table
        label={t('Settings')}
        rows={rows}
        keyOf={({ name }) => name}
        empty={<Empty title={t('All settings have their defaults')} />}
        columns={[
          { title: t('Setting'), cell: ({ name }) => <code>{name}</code> },
          { title: t('Value'), width: 'minmax(160px, 2fr)', cell: ({ value }) => value ?? <span class="soft">{t('set, hidden')}</span> },
        ]}
      />
    </Card>
  );
}

interface Staged {
  isPossible: boolean;
  staged?: { version: string; createdDateTime: string; rows: number; blobs: number };
}

/** Downloads all data of the server, and prepares a backup to replace them at its next start. */
function Backup() {
  const restore = useLoad((signal) => manager.get<Staged>('/restore', { signal, quiet: true }), []);
  const download = useAction(
    async () => {
      const { body, headers } = await manager.call<Blob>('GET', '/backup', { bytes: true });
      saveFile(body, /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'perennial-backup.tar');
    },
    { done: t('Backup downloaded') },
  );
  return (
    <>
      <Card title={t('Backup')}>
        <div class="stack">
          <p>
            {t(
              'A consistent snapshot of all accounts and data, taken while the server runs. It does not contain the master key and the admin secret: keep those elsewhere, or the keys in the backup cannot be decrypted.',
            )}
          </p>
          <div>
            <Button needs="server" icon="download" does={download} text={t('Download backup')} />
          </div>
          <ApiCall caller="manager" call={{ method: 'GET', path: '/backup' }} />
        </div>
      </Card>
      <Card title={t('Restore')}>
        <div class="stack">
          <Async of={restore}>{(state) => (state.isPossible ? <Restore state={state} onChange={restore.put} /> : <></>)}</Async>
          <p class="soft">
            {rich(
              'With the command line: {code}, then {code2} into an empty folder or database. {code3} writes the same folder including the secrets; prefer it for large data.',
              {
                code: <code>tar xf FILE -C FOLDER</code>,
                code2: <code>npx perennial restore FOLDER</code>,
                code3: <code>npx perennial backup FOLDER</code>,
              },
            )}
          </p>
        </div>
      </Card>
    </>
  );
}

/** Nothing replaces the data of a running server: the backup is checked now, and restored at the next start. */
function Restore({ state: { staged }, onChange }: { state: Staged; onChange: (state: Staged) => void }) {
  const prepare = useAction(
    async (file: File) => {
      await confirmed({
        title: t('Replace all data by {name}?', { name: file.name }),
        text: t(
          'At the next start of the server all accounts, operators and data become those of the backup. What was changed since then is no longer served; it is kept in the folder before-restore of the data folder.',
        ),
        action: t('Prepare restore'),
        typed: 'restore',
      });
      const headers = { 'content-type': 'application/octet-stream' };
      onChange(await manager.put<Staged>('/restore', undefined, { file, headers }));
    },
    { done: t('Backup checked and prepared') },
  );
  const discard = useAction(
    async () => {
      await manager.delete('/restore');
      onChange({ isPossible: true });
    },
    { done: t('Prepared backup discarded') },
  );
  if (prepare.busy) return <Loading />;
  if (!staged)
    return (
      <FileDrop
        needs="server"
        label={t('Drop a backup of this server, or choose one')}
        accept=".tar"
        hint={t('Signature and checksums are checked first. Nothing changes until the next start.')}
        onFiles={([file]) => void prepare.run(file!)}
      />
    );
  return (
    <div class="note warn stack tight">
      <p>
        {t('At its next start the server restores the backup of {time}: {rows}, {blobs}, version {version}.', {
          time: formatTime(staged.createdDateTime),
          rows: plural(staged.rows, 'row'),
          blobs: plural(staged.blobs, 'blob'),
          version: staged.version,
        })}
      </p>
      <div>
        <Button needs="server" does={discard} text={t('Discard')} />
      </div>
    </div>
  );
}
