/** The people who sign in to this console: invite, roles, removal, sessions. */
import { useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { manager, operator } from '../../kit/api.ts';
import type { Role } from '../../kit/api.ts';
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
  role: Role;
  signsInWith: 'secret' | 'password' | 'oidc';
  issuer?: string;
  isInvited: boolean;
  lastSignInDateTime?: string;
}

interface Invited extends OperatorRow {
  invitation: { url: string; expirationDateTime: string };
}

const ROLES: readonly { value: Role; label: string; about: string }[] = [
  { value: 'view', label: roleTitle('view'), about: t('Read-only; keys are hidden.') },
  { value: 'label', label: roleTitle('label'), about: t('Can also edit content, train models and run queries.') },
  { value: 'manage', label: roleTitle('manage'), about: t('Everything: publishing, deleting, accounts, keys, settings and operators.') },
];
const NAME = /^[A-Za-z0-9][A-Za-z0-9._@+-]{0,63}$/;

function operatorPath(id: string, rest = ''): string {
  return `/operators/${encodeURIComponent(id)}${rest}`;
}

export default function Operators() {
  return useCan('manage') ? (
    <OperatorList />
  ) : (
    <>
      <PageHeader title={t('Operators')} />
      <Empty icon="key" title={t('Only operators with the role Manage see this page')}>
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
  const setRole = (row: OperatorRow, role: Role): void =>
    void act.run(async () => {
      await manager.patch(operatorPath(row.operatorId), { role });
      toast(t('{name} has the role {role} now', { name: row.name, role: roleTitle(role) }));
    });
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
    <Button needs="manage" kind="quiet" icon={icon} label={label} onClick={act} />
  );
  return (
    <>
      <PageHeader
        title={t('Operators')}
        about={t('The people who sign in to this console, and what each may do. The audit log has their names.')}
        actions={<Button needs="manage" kind="primary" icon="add" onClick={() => setInviting(true)} text={t('Invite')} />}
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
                  width: 'minmax(150px, 2fr)',
                  cell: (row) => (
                    <span class="row">
                      <span class="ellipsis">{row.name}</span>
                      {row.name === signedIn && <Tag kind="info">{t('you')}</Tag>}
                      {row.isInvited && <Tag>{t('invited')}</Tag>}
                    </span>
                  ),
                },
                { title: t('Role'), width: '130px', cell: (row) => <RoleCell row={row} onChange={(role) => setRole(row, role)} /> },
                { title: t('Signs in with'), width: 'minmax(110px, 1fr)', cell: (row) => <span class="soft">{wayOf(row)}</span> },
                {
                  title: t('Last sign-in'),
                  width: '160px',
                  cell: ({ name, lastSignInDateTime: at }) =>
                    at !== undefined ? formatTime(at) : name === signedIn ? t('signed in now') : <span class="faint">–</span>,
                },
                {
                  title: t('Actions'),
                  width: '130px',
                  cell: (row) => (
                    <span class="row">
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
function RoleCell({ row, onChange }: { row: OperatorRow; onChange: (role: Role) => void }) {
  if (row.signsInWith !== 'password') return <>{roleTitle(row.role)}</>;
  return (
    <SelectField
      bare
      needs="manage"
      label={t('Role of {name}', { name: row.name })}
      value={row.role}
      options={ROLES}
      onInput={(role) => onChange(role as Role)}
    />
  );
}

function Invite({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('label');
  const send = useAction(async () => {
    const invited = await manager.post<Invited>('/operators', { name, role });
    onClose();
    onDone();
    await showInvitation(invited);
  });
  const problem = name === '' || NAME.test(name) ? undefined : t('Letters, digits and . _ @ + - only, such as an e-mail address.');
  return (
    <FormDialog
      title={t('Invite an operator')}
      onClose={onClose}
      needs="manage"
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
        label={t('Role')}
        hint={ROLES.find(({ value }) => value === role)!.about}
        value={role}
        options={ROLES}
        onInput={(next) => setRole(next as Role)}
      />
    </FormDialog>
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
