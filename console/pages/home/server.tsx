/** Health, version, storage and engines. */
import type { JSX } from 'preact';
import { accounts } from '../../kit/accounts.ts';
import { manager } from '../../kit/api.ts';
import { useCell } from '../../kit/cell.ts';
import { formatBytes, formatCount, plural, formatDuration, formatTime } from '../../kit/format.ts';
import { Card, Facts, Figure, Tag } from '../../kit/parts.tsx';
import { Async } from '../../kit/problem.tsx';
import { Link } from '../../kit/router.tsx';
import { useLoad } from '../../kit/use.ts';

interface Server {
  version: string; startedDateTime: string; region: string; role: string; store: string; memoryBytes: number;
  engines: { name: string; version: string }[];
  storage?: { databaseBytes?: number; blobBytes: number; blobCount: number; freeBytes: number };
}

const POLL_MS = 15_000;
const LOW_SPACE = 1e9;

export function ServerCards(): JSX.Element {
  const server = useLoad((signal) => manager.get<Server>('/server', { signal, quiet: true }), [], { everyMs: POLL_MS });
  const all = useCell(accounts);
  return <Async of={server}>{(state) => <>
    <Card title="Server" actions={server.error ? <Tag kind="danger">not responding</Tag> : <Tag kind="good">healthy</Tag>}>
      <div class="stack"><div class="home-figures">
        <Figure value={state.version} label="version" />
        <Figure value={formatDuration(Date.now() - new Date(state.startedDateTime).getTime())} label={`up since ${formatTime(state.startedDateTime)}`} />
        <Figure value={<Link to="/accounts">{formatCount(all.length)}</Link>} label={all.length === 1 ? 'account' : 'accounts'} />
        <Figure value={formatBytes(state.memoryBytes)} label="memory in use" />
        {state.storage ? <>
          <Figure value={state.storage.databaseBytes === undefined ? state.store : formatBytes(state.storage.databaseBytes)} label="database" />
          <Figure value={formatBytes(state.storage.blobBytes)} label={plural(state.storage.blobCount, 'blob')} />
          <Figure value={formatBytes(state.storage.freeBytes)} label="free disk space" />
        </> : <Figure value="in memory" label="not persistent" />}
      </div>
      {state.storage && state.storage.freeBytes < LOW_SPACE && <p class="note warn">The disk of the data folder is almost full. When it is full, changes are rejected; acknowledged data is not lost.</p>}
      <details class="behind"><summary>Engines and settings</summary><Facts rows={[
        ['Store', state.store], ['Region', state.region], ['Role', state.role], ...state.engines.map(({ name, version }) => [name, version] as const),
      ]} /></details></div>
    </Card>
  </>}</Async>;
}
