/** The server as a whole: health, engines and settings, backup and restore. */
import { rich, t } from '../../i18n/messages.ts';
import { accounts } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { manager, saveFile } from '../../kit/api.ts';
import { Async } from '../../kit/async.tsx';
import { useCell } from '../../kit/cell.ts';
import { formatBytes, formatCount, formatDuration, formatTime, plural } from '../../kit/format.ts';
import { useAction, useLoad } from '../../kit/hooks.ts';
import { Button, Card, Empty, Facts, Figure, PageHeader, Tag } from '../../kit/parts.tsx';
import { useServerRole } from '../../kit/roles.ts';
import { Link } from '../../kit/router.tsx';

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
  storage?: { databaseBytes?: number; blobBytes?: number; blobCount?: number; freeBytes: number };
}

const SERVER_POLL_MS = 15_000;
const LOW_SPACE = 1e9;

/** Version, storage and engines, and whether all parts answer. */
function Health() {
  const server = useLoad((signal) => manager.get<Server>('/server', { signal, quiet: true }), [], { everyMs: SERVER_POLL_MS });
  const all = useCell(accounts);
  return (
    <Async of={server}>
      {(state) => (
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
      )}
    </Async>
  );
}

/** Downloads all data of the server. */
function Backup() {
  const download = useAction(
    async () => {
      const { body, headers } = await manager.call<Blob>('GET', '/backup', { bytes: true });
      saveFile(body, /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'perennial-backup.tar');
    },
    { done: t('Backup downloaded') },
  );
  return (
    <Card title={t('Backup')}>
      <div class="stack">
        <p>
          {t(
            'A consistent snapshot of all accounts and data, taken while the server runs. It does not contain the master key and the admin secret: keep those elsewhere, or the keys in the backup cannot be decrypted.',
          )}
        </p>
        <p class="soft">
          {rich(
            'To restore: {code}, then {code2}. The command {code3} writes the same folder including the secrets; prefer it for large data.',
            {
              code: <code>tar xf FILE -C FOLDER</code>,
              code2: <code>npx perennial restore FOLDER</code>,
              code3: <code>npx perennial backup</code>,
            },
          )}
        </p>
        <div>
          <Button needs="manage" icon="download" does={download} text={t('Download backup')} />
        </div>
        <ApiCall caller="manager" call={{ method: 'GET', path: '/backup' }} />
      </div>
    </Card>
  );
}
