/** Accounts: the list, or the one named in the URL. */
import { useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { accounts, loadAccounts, shortName } from '../../kit/accounts.ts';
import { useActions } from '../../kit/actions.ts';
import { manager } from '../../kit/api.ts';
import { useCell } from '../../kit/cell.ts';
import { FormDialog } from '../../kit/dialog.tsx';
import { SelectField, TextField } from '../../kit/form.tsx';
import { formatCount, formatTime } from '../../kit/format.ts';
import { useAction } from '../../kit/hooks.ts';
import { Button, ButtonLink, Card, Empty, PageHeader, Tag } from '../../kit/parts.tsx';
import { useServerRole } from '../../kit/roles.ts';
import { joinPath, Link, navigate, type PageProps } from '../../kit/router.tsx';
import { Table } from '../../kit/table.tsx';
import { AccountPage } from './account.tsx';
import { AuditLog } from './audit.tsx';

export default function Accounts({ parts }: PageProps) {
  const all = useCell(accounts);
  if (parts.length < 3) return <AccountList />;
  const account = all.find((one) => shortName(one).toLowerCase() === parts.slice(0, 3).join('/').toLowerCase());
  return account ? (
    <AccountPage key={account.id} account={account} />
  ) : (
    <Empty icon="accounts" title={t('Account not found')} actions={<ButtonLink to="/accounts">{t('All accounts')}</ButtonLink>}>
      {t('It may have been deleted.')}
    </Empty>
  );
}

/** All accounts. */
export function AccountList() {
  const all = useCell(accounts);
  const [isCreating, setCreating] = useState(false);
  const [search, setSearch] = useState('');
  useActions([{ title: t('New account'), needs: 'server', keys: 'n', run: () => setCreating(true) }]);
  const shown = all.filter((account) => `${shortName(account)} ${account.kind}`.toLowerCase().includes(search.toLowerCase()));
  return (
    <>
      <PageHeader
        title={t('Accounts')}
        about={t('Accounts keep data apart. Each has two keys and its own limits.')}
        actions={<Button kind="primary" icon="add" keys="n" needs="server" onClick={() => setCreating(true)} text={t('New account')} />}
      />
      {all.length > 8 && (
        <TextField bare label={t('Search accounts')} placeholder={t('Search')} type="search" value={search} onInput={setSearch} />
      )}
      <Card flush>
        <Table
          label={t('Accounts')}
          rows={shown}
          keyOf={({ id }) => id}
          onOpen={(account) => navigate(joinPath('accounts', ...shortName(account).split('/')))}
          columns={[
            {
              title: t('Name'),
              width: 'minmax(120px, 2fr)',
              cell: (account) => <Link to={joinPath('accounts', ...shortName(account).split('/'))}>{account.name}</Link>,
            },
            {
              title: t('Group'),
              width: 'minmax(90px, 1fr)',
              cell: (account) => <span class="soft">{shortName(account).split('/').slice(0, 2).join(' / ')}</span>,
            },
            {
              title: t('Kind'),
              width: 'minmax(110px, 1fr)',
              cell: ({ kind, properties }) => (
                <>
                  {kind} {properties.blocked && <Tag kind="danger">{t('blocked')}</Tag>}
                </>
              ),
            },
            { title: t('Region'), width: '80px', cell: ({ location }) => location },
            {
              title: t('Calls per month'),
              width: '130px',
              number: true,
              cell: ({ properties: { limits } }) =>
                limits.callsPerMonth === undefined ? <span class="faint">{t('no limit')}</span> : formatCount(limits.callsPerMonth),
            },
            { title: t('Created'), width: '160px', cell: ({ properties }) => formatTime(properties.createdDateTime) },
          ]}
        />
      </Card>
      {useServerRole() !== 'none' && <ServerAudit />}
      {isCreating && <NewAccount onClose={() => setCreating(false)} />}
    </>
  );
}

const KINDS = [
  { value: 'MultiService', label: t('All areas') },
  { value: 'DocumentAnalysis', label: t('Documents') },
  { value: 'Face', label: t('Faces') },
  { value: 'Language', label: t('Conversations and texts') },
  { value: 'Ranking', label: t('Ranking') },
  { value: 'Understanding.Authoring', label: t('Understanding: authoring') },
  { value: 'Understanding', label: t('Understanding: prediction keys') },
];
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

function problemOf(name: string): string | undefined {
  return name === '' || NAME.test(name) ? undefined : t('At most 64 letters, digits, dots, dashes and underscores.');
}

/** Creates an account. */
export function NewAccount({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const [subscription, setSubscription] = useState('default');
  const [group, setGroup] = useState('default');
  const [kind, setKind] = useState('MultiService');
  const location = accounts.get()[0]?.location ?? 'local';
  const at = `/subscriptions/${subscription}/resourceGroups/${group}/accounts/${name}`;
  const isTaken = accounts.get().some(({ id }) => id.toLowerCase() === at.toLowerCase());
  const fine = [name, subscription, group].every((part) => NAME.test(part)) && !isTaken;
  const body = { location, kind };
  const create = useAction(
    async () => {
      await manager.put(at, body);
      await loadAccounts();
      onClose();
      navigate(joinPath('accounts', subscription, group, name));
    },
    { done: t('Account created') },
  );
  return (
    <FormDialog title={t('New account')} onClose={onClose} needs="server" action={t('Create')} submit={create} may={fine}>
      <TextField
        label={t('Name')}
        required
        autoFocus
        value={name}
        onInput={setName}
        error={isTaken ? t('An account with this name exists.') : problemOf(name)}
      />
      <SelectField
        label={t('Kind')}
        value={kind}
        onInput={setKind}
        options={KINDS}
        hint={t('Which areas its keys can use. It cannot be changed later.')}
      />
      <div class="columns">
        <TextField label={t('Subscription')} value={subscription} onInput={setSubscription} error={problemOf(subscription)} />
        <TextField label={t('Resource group')} value={group} onInput={setGroup} error={problemOf(group)} />
      </div>
    </FormDialog>
  );
}

/** Changes of the management API: accounts created, changed and deleted, sign-ins. */
export function ServerAudit() {
  return (
    <Card flush title={t('Server audit log')}>
      <AuditLog path="/audit" height={300} />
    </Card>
  );
}
