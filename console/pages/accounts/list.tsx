/** All accounts. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { accounts, shortName } from '../../kit/accounts.ts';
import { useActions } from '../../kit/actions.ts';
import { useCell } from '../../kit/cell.ts';
import { formatCount, formatTime } from '../../kit/format.ts';
import { TextField } from '../../kit/form.tsx';
import { Button, Card, PageHeader, Tag } from '../../kit/parts.tsx';
import { navigate, Link, joinPath } from '../../kit/router.tsx';
import { Table } from '../../kit/table.tsx';
import { Backup } from './backup.tsx';
import { NewAccount } from './new.tsx';
import { ServerAudit } from './server-audit.tsx';

export function AccountList(): JSX.Element {
  const all = useCell(accounts);
  const [making, setMaking] = useState(false);
  const [wanted, setWanted] = useState('');
  useActions([{ title: 'New account', keys: 'n', run: () => setMaking(true) }]);
  const shown = all.filter((account) => `${shortName(account)} ${account.kind}`.toLowerCase().includes(wanted.toLowerCase()));
  return <>
    <PageHeader title="Accounts" about="Accounts keep data apart. Each has two keys and its own limits." actions={<Button kind="primary" icon="add" keys="n" onClick={() => setMaking(true)}>New account</Button>} />
    {all.length > 8 && <TextField bare label="Search accounts" placeholder="Search" type="search" value={wanted} onInput={setWanted} />}
    <Card flush><Table label="Accounts" rows={shown} keyOf={({ id }) => id} onOpen={(account) => navigate(joinPath('accounts', ...shortName(account).split('/')))} columns={[
      { title: 'Name', width: 'minmax(120px, 2fr)', cell: (account) => <Link to={joinPath('accounts', ...shortName(account).split('/'))}>{account.name}</Link> },
      { title: 'Group', width: 'minmax(90px, 1fr)', cell: (account) => <span class="soft">{shortName(account).split('/').slice(0, 2).join(' / ')}</span> },
      { title: 'Kind', width: 'minmax(110px, 1fr)', cell: ({ kind, properties }) => <>{kind} {properties.blocked && <Tag kind="danger">blocked</Tag>}</> },
      { title: 'Region', width: '80px', cell: ({ location }) => location },
      { title: 'Calls per month', width: '110px', number: true, cell: ({ properties: { limits } }) => limits.callsPerMonth === undefined ? <span class="faint">no limit</span> : formatCount(limits.callsPerMonth) },
      { title: 'Created', width: '160px', cell: ({ properties }) => formatTime(properties.createdDateTime) },
    ]} /></Card>
    <div class="columns"><Backup /><ServerAudit /></div>
    {making && <NewAccount onClose={() => setMaking(false)} />}
  </>;
}
