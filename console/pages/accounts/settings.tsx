/** Collaborators, linked storage, blocking and deletion of an account. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { accounts, loadAccounts, shortName } from '../../kit/accounts.ts';
import type { Account } from '../../kit/accounts.ts';
import { manager } from '../../kit/api.ts';
import { ApiCall } from '../../kit/call-behind.tsx';
import { useCell } from '../../kit/cell.ts';
import { confirm } from '../../kit/dialog.tsx';
import { CheckField, Form, SelectField, TextField } from '../../kit/form.tsx';
import { Button, Card, Tag } from '../../kit/parts.tsx';
import { navigate, Link } from '../../kit/router.tsx';
import { useAction } from '../../kit/use.ts';
import { changeAccount, putBody } from './put.ts';

export function Settings({ account }: { account: Account }): JSX.Element {
  return <div class="columns"><Collaborators account={account} /><Storage account={account} /><Blocking account={account} /><Deletion account={account} /></div>;
}

function Collaborators({ account }: { account: Account }): JSX.Element {
  const all = useCell(accounts);
  const { collaborators } = account.properties;
  const others = all.filter(({ id, properties }) => id !== account.id && !collaborators.includes(properties.accountId));
  const [added, setAdded] = useState('');
  const change = useAction(async (next: readonly string[]) => await changeAccount(account, { collaborators: next }), { done: 'Collaborators saved' });
  const nameOf = (accountId: string): string => all.find(({ properties }) => properties.accountId === accountId)?.name ?? accountId;
  return <Card title="Collaborators"><div class="stack">
    <p class="soft">Accounts whose keys can edit this account's understanding apps and language projects.</p>
    {collaborators.length === 0 ? <p class="soft">None. {all.length < 2 && <>There is no other account yet: <Link to="/accounts">create one</Link>.</>}</p> : <ul class="stack tight">{collaborators.map((accountId) => <li class="spread"><span>{nameOf(accountId)}</span><Button kind="quiet" icon="close" label={`Remove ${nameOf(accountId)}`} busy={change.busy} onClick={() => void change.run(collaborators.filter((one) => one !== accountId))} /></li>)}</ul>}
    {others.length > 0 && <Form class="row" onSubmit={() => void (added !== '' && change.run([...collaborators, added]).then(() => setAdded('')))}>
      <div class="grow"><SelectField bare label="Account" value={added} onInput={setAdded} options={[{ value: '', label: 'Select an account' }, ...others.map((other) => ({ value: other.properties.accountId, label: shortName(other) }))]} /></div>
      <Button type="submit" icon="add" busy={change.busy} disabled={added === ''}>Add</Button>
    </Form>}
    <ApiCall caller="manager" call={{ method: 'PUT', path: account.id, json: putBody(account, { collaborators: added === '' ? collaborators : [...collaborators, added] }) }} />
  </div></Card>;
}

function Storage({ account }: { account: Account }): JSX.Element {
  const [connection, setConnection] = useState('');
  const { linked } = account.properties.storage;
  const link = useAction(async () => {
    await changeAccount(account, { storage: { connectionString: connection } });
    setConnection('');
  }, { done: 'Storage linked' });
  const unlink = useAction(async () => await changeAccount(account, { storage: null }), { done: 'Storage unlinked' });
  return <Card title="Linked storage" actions={linked ? <Tag kind="good">linked</Tag> : <Tag>none</Tag>}><div class="stack">
    <p class="soft">Blob storage with training documents. The connection string is stored encrypted and is not shown again.</p>
    <Form onSubmit={() => void (connection !== '' && link.run())}>
      <TextField label="Connection string" type="password" value={connection} onInput={setConnection} autoComplete="off" placeholder="UseDevelopmentStorage=true" />
      <div class="row"><Button type="submit" busy={link.busy} disabled={connection === ''}>{linked ? 'Replace' : 'Link'}</Button>{linked && <Button kind="danger" busy={unlink.busy} onClick={() => void unlink.run()}>Unlink</Button>}</div>
    </Form>
  </div></Card>;
}

function Blocking({ account }: { account: Account }): JSX.Element {
  const change = useAction(async (blocked: boolean) => await changeAccount(account, { blocked }));
  return <Card title="Block account"><CheckField label="Reject all calls with this account's keys" hint="Its data is kept. Clients get 401." value={account.properties.blocked} disabled={change.busy} onInput={(blocked) => void change.run(blocked)} /></Card>;
}

function Deletion({ account: { id, name } }: { account: Account }): JSX.Element {
  const remove = useAction(async () => {
    if (!await confirm({ title: `Delete account ${name}?`, text: 'Its keys stop working immediately, and all its data is deleted: apps, projects, models, documents, faces, events. Only its audit log is kept. This cannot be undone.', action: 'Delete account', typed: name })) return;
    await manager.delete(id);
    navigate('/accounts?account=');
    await loadAccounts();
  });
  return <Card title="Delete account"><div class="stack">
    <p class="soft">Revokes its keys immediately and deletes its data.</p>
    <div><Button kind="danger" icon="trash" busy={remove.busy} onClick={() => void remove.run()}>Delete {name}</Button></div>
    <ApiCall caller="manager" call={{ method: 'DELETE', path: id }} />
  </div></Card>;
}
