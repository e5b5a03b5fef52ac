/** The people who sign in to this console: invite, roles on the server and in accounts, removal, sessions. */
import { useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { accounts, shortName } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { manager, operator, type AccountRole, type Role, type ServerRole } from '../../kit/api.ts';
import { Async } from '../../kit/async.tsx';
import { useCell } from '../../kit/cell.ts';
import { confirm, Dialog, FormDialog, openDialog } from '../../kit/dialog.tsx';
import { SelectField, TextField } from '../../kit/form.tsx';
import { formatTime } from '../../kit/format.ts';
import { useAction, useLoad } from '../../kit/hooks.ts';
import type { IconName } from '../../kit/icons.tsx';
import { Button, Card, Copyable, Empty, PageHeader, Tag } from '../../kit/parts.tsx';
import { roleTitle, useCan } from '../../kit/roles.ts';
import { Table } from '../../kit/table.tsx';
import { toast } from '../../kit/toast.tsx';

interface OperatorRow {
  operatorId: string;
  name: string;
  /** On the whole server. */
  role: ServerRole;
  accounts: AccountRole[];
  signsInWith: 'secret' | 'password' | 'oidc';
  issuer?: string;
  isInvited: boolean;
  lastSignInDateTime?: string;
}

interface Invited extends OperatorRow {
  invitation: { url: string; expirationDateTime: string };
}

const ROLES: readonly { value: ServerRole; label: string; about: string }[] = [
  { value: 'none', label: roleTitle('none'), about: t('Sees only the accounts where they have a role.') },
  { value: 'view', label: roleTitle('view'), about: t('Read-only; keys are hidden.') },
  { value: 'label', label: roleTitle('label'), about: t('Can also edit content, train models and run queries.') },
  { value: 'manage', label: roleTitle('manage'), about: t('Everything: publishing, deleting, accounts, keys, settings and operators.') },
];
const ACCOUNT_ROLES = ROLES.slice(1);
const NAME = /^[A-Za-z0-9][A-Za-z0-9._@+-]{0,63}$/;

function operatorPath(id: string, rest = ''): string {
  return `/operators/${encodeURIComponent(id)}${rest}`;
}

export default function Operators() {
  return useCan('server') ? (
    <OperatorList />
  ) : (
    <>
      <PageHeader title={t('Operators')} />
      <Empty icon="key" title={t('Only operators with the role Manage on the whole server see this page')}>
        {t('Ask one of them to invite somebody or to change a role.')}
      </Empty>
    </>
  );
}

function OperatorList() {
  const all = useLoad(async (signal) => (await manager.get<{ value: OperatorRow[] }>('/operators', { signal })).value, []);
  const [isInviting, setInviting] = useState(false);
  const signedIn = useCell(operator)?.subject;
  const act = useAction(async (work: () => Promise<unknown>) => {
    await work();
    all.reload();
  });
  const setRole = (row: OperatorRow, role: ServerRole): void =>
    void act.run(async () => {
      await manager.patch(operatorPath(row.operatorId), { role });
      toast(t('{name} has the role {role} now', { name: row.name, role: roleTitle(role) }));
    });
  const setAccounts = (row: OperatorRow): void =>
    void act.run(() => openDialog<void>((close) => <AccountsDialog row={row} onClose={close} onChange={all.reload} />));
  const inviteAgain = (row: OperatorRow): void =>
    void act.run(async () => showInvitation(await manager.post<Invited>(operatorPath(row.operatorId, '/invite'))));
  const endSessions = (row: OperatorRow): void =>
    void act.run(async () => {
      const isOwn = row.name === signedIn;
      const text = isOwn ? t('You are signed out too, in all browsers.') : t('They are signed out in all browsers.');
      if (!(await confirm({ title: t('End all sessions of {name}?', { name: row.name }), text, action: t('End sessions') }))) return;
      await manager.post(operatorPath(row.operatorId, '/endSessions'));
      if (!isOwn) toast(t('Sessions ended'));
    });
  const remove = (row: OperatorRow): void =>
    void act.run(async () => {
      const title = t('Remove {name}?', { name: row.name });
      const text = t('They are signed out immediately and cannot sign in again. What they did stays in the audit log under their name.');
      if (await confirm({ title, text, action: t('Remove') })) await manager.delete(operatorPath(row.operatorId));
    });
  const button = (icon: IconName, label: string, act: () => void) => (
    <Button needs="server" kind="quiet" icon={icon} label={label} onClick={act} />
  );
  return (
    <>
      <PageHeader
        title={t('Operators')}
        about={t('The people who sign in to this console, and what each may do. The audit log has their names.')}
        actions={<Button needs="server" kind="primary" icon="add" onClick={() => setInviting(true)} text={t('Invite')} />}
      />
      <Card flush>
        <Async of={all}>
          {(rows) => (
            <Table
              label={t('Operators')}
              rows={rows}
              keyOf={({ operatorId }) => operatorId}
              columns={[
                {
                  title: t('Name'),
                  width: 'minmax(190px, 3fr)',
                  cell: (row) => (
                    <span class="row">
                      <span class="ellipsis">{row.name}</span>
                      {row.name === signedIn && <Tag kind="info">{t('you')}</Tag>}
                      {row.isInvited && <Tag>{t('invited')}</Tag>}
                    </span>
                  ),
                },
                {
                  title: t('On the server'),
                  width: '120px',
                  cell: (row) => <RoleCell row={row} onChange={(role) => setRole(row, role)} />,
                },
                { title: t('In accounts'), width: 'minmax(120px, 2fr)', cell: (row) => <span class="ellipsis">{rolesOf(row)}</span> },
                { title: t('Signs in with'), width: 'minmax(110px, 1fr)', cell: (row) => <span class="soft">{wayOf(row)}</span> },
                {
                  title: t('Last sign-in'),
                  width: '160px',
                  cell: ({ name, lastSignInDateTime: at }) =>
                    at !== undefined ? formatTime(at) : name === signedIn ? t('signed in now') : <span class="faint">–</span>,
                },
                {
                  title: t('Actions'),
                  width: '160px',
                  cell: (row) => (
                    <span class="row">
                      {row.signsInWith !== 'secret' &&
                        button('accounts', t('Accounts of {name}', { name: row.name }), () => setAccounts(row))}
                      {row.signsInWith === 'password' &&
                        button('key', t('New invitation for {name}', { name: row.name }), () => inviteAgain(row))}
                      {button('leave', t('End sessions of {name}', { name: row.name }), () => endSessions(row))}
                      {row.signsInWith !== 'secret' && button('trash', t('Remove {name}', { name: row.name }), () => remove(row))}
                    </span>
                  ),
                },
              ]}
            />
          )}
        </Async>
      </Card>
      <Card title={t('Roles')}>
        <dl class="operators-roles">
          {ROLES.map(({ label, about }) => (
            <>
              <dt>{label}</dt>
              <dd>{about}</dd>
            </>
          ))}
        </dl>
      </Card>
      <ApiCall caller="manager" call={{ method: 'POST', path: '/operators', json: { name: 'jane@example.com', role: 'label' } }} />
      {isInviting && <Invite onClose={() => setInviting(false)} onDone={all.reload} />}
    </>
  );
}

function wayOf({ signsInWith, issuer }: OperatorRow): string {
  if (signsInWith === 'oidc') return issuer ?? t('Organization');
  return signsInWith === 'secret' ? t('Admin secret') : t('Password');
}

/** The role of the admin and of those who sign in elsewhere is not set here. */
function RoleCell({ row, onChange }: { row: OperatorRow; onChange: (role: ServerRole) => void }) {
  if (row.signsInWith !== 'password') return <>{roleTitle(row.role)}</>;
  return (
    <SelectField
      bare
      needs="server"
      label={t('Role of {name}', { name: row.name })}
      value={row.role}
      options={ROLES}
      onInput={(role) => onChange(role as ServerRole)}
    />
  );
}

function Invite({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const [name, setName] = useState('');
  const [role, setRole] = useState<ServerRole>('label');
  const [given, setGiven] = useState<readonly AccountRole[]>([]);
  const send = useAction(async () => {
    const invited = await manager.post<Invited>('/operators', { name, role });
    for (const one of given) await setAccountRole(invited, one.accountId, one.role);
    onClose();
    onDone();
    await showInvitation(invited);
  });
  const problem = name === '' || NAME.test(name) ? undefined : t('Letters, digits and . _ @ + - only, such as an e-mail address.');
  return (
    <FormDialog
      title={t('Invite an operator')}
      onClose={onClose}
      needs="server"
      action={t('Invite')}
      submit={send}
      may={name !== '' && problem === undefined}
    >
      <TextField
        label={t('Name')}
        hint={t('Used to sign in and in the audit log.')}
        value={name}
        onInput={setName}
        error={problem}
        autoFocus
        required
      />
      <SelectField
        label={t('Role on the server')}
        hint={ROLES.find(({ value }) => value === role)!.about}
        value={role}
        options={ROLES}
        onInput={(next) => setRole(next as ServerRole)}
      />
      <AccountRoles given={given} onChange={(id, next) => setGiven(withRole(given, id, next))} />
    </FormDialog>
  );
}

/** The accounts in which an operator has a role of its own, in words. */
function rolesOf({ accounts: given }: OperatorRow): string {
  const shown = given.map(({ accountId, role }) => `${nameOf(accountId)}: ${roleTitle(role)}`);
  return shown.length === 0 ? '–' : shown.sort().join(', ');
}

function nameOf(accountId: string): string {
  return accounts.get().find(({ properties }) => properties.accountId === accountId)?.name ?? t('deleted account');
}

function withRole(given: readonly AccountRole[], accountId: string, role: Role | undefined): AccountRole[] {
  const others = given.filter((one) => one.accountId !== accountId);
  return role === undefined ? others : [...others, { accountId, role }];
}

async function setAccountRole({ operatorId }: OperatorRow, accountId: string, role: Role | undefined): Promise<void> {
  const path = operatorPath(operatorId, `/accounts/${accountId}`);
  await (role === undefined ? manager.delete(path) : manager.put(path, { role }));
}

/** Each change is saved immediately. */
function AccountsDialog({ row, onClose, onChange }: { row: OperatorRow; onClose: () => void; onChange: () => void }) {
  const [given, setGiven] = useState<readonly AccountRole[]>(row.accounts);
  const change = useAction(async (accountId: string, role: Role | undefined) => {
    await setAccountRole(row, accountId, role);
    setGiven((before) => withRole(before, accountId, role));
    onChange();
  });
  return (
    <Dialog title={t('Accounts of {name}', { name: row.name })} onClose={onClose}>
      <div class="dialog-body">
        <p class="soft">
          {row.role === 'none'
            ? t('They see these accounts and no others.')
            : t('A role here counts where it is higher than {role}, the one on the server.', { role: roleTitle(row.role) })}
        </p>
        <AccountRoles given={given} onChange={(id, role) => void change.run(id, role)} />
        <div class="dialog-buttons">
          <Button needs="view" kind="primary" onClick={() => onClose()} text={t('Done')} />
        </div>
      </div>
    </Dialog>
  );
}

interface AccountRolesProps {
  given: readonly AccountRole[];
  onChange: (accountId: string, role: Role | undefined) => void;
}

/** A role for each of some accounts, and a way to add one. */
function AccountRoles({ given, onChange }: AccountRolesProps) {
  const [added, setAdded] = useState('');
  const others = useCell(accounts).filter(({ properties }) => !given.some(({ accountId }) => accountId === properties.accountId));
  const sorted = given.toSorted((a, b) => (nameOf(a.accountId) < nameOf(b.accountId) ? -1 : 1));
  return (
    <fieldset class="operators-accounts">
      <legend>{t('Roles in accounts')}</legend>
      {sorted.map(({ accountId, role }) => (
        <div class="row" key={accountId}>
          <span class="grow ellipsis">{nameOf(accountId)}</span>
          <SelectField
            bare
            needs="server"
            label={t('Role in {account}', { account: nameOf(accountId) })}
            value={role}
            options={ACCOUNT_ROLES}
            onInput={(next) => onChange(accountId, next as Role)}
          />
          <Button
            needs="server"
            kind="quiet"
            icon="close"
            label={t('No role in {account}', { account: nameOf(accountId) })}
            onClick={() => onChange(accountId, undefined)}
          />
        </div>
      ))}
      {others.length > 0 && (
        <div class="row">
          <div class="grow">
            <SelectField
              bare
              label={t('Account')}
              value={added}
              options={[
                { value: '', label: t('Select an account') },
                ...others.map((one) => ({ value: one.properties.accountId, label: shortName(one) })),
              ]}
              onInput={setAdded}
            />
          </div>
          <Button
            needs="server"
            icon="add"
            disabled={added === ''}
            onClick={() => {
              onChange(added, 'label');
              setAdded('');
            }}
            text={t('Add')}
          />
        </div>
      )}
    </fieldset>
  );
}

/** The link is shown once: only its digest is stored. */
async function showInvitation({ name, invitation: { url, expirationDateTime } }: Invited): Promise<void> {
  await openDialog<void>((close) => (
    <Dialog title={t('Invitation for {name}', { name })} onClose={() => close()}>
      <div class="dialog-body">
        <p>{t('Send them this link. It works once, until {time}, and is not shown again.', { time: formatTime(expirationDateTime) })}</p>
        <Copyable text={url} label={t('Copy link')} />
        <div class="dialog-buttons">
          <Button needs="view" kind="primary" onClick={() => close()} text={t('Done')} />
        </div>
      </div>
    </Dialog>
  ));
}
