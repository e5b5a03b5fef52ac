/** Who is signed in: name and role, sessions in all browsers, and the password. */
import { useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { accounts } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { manager, operator } from '../../kit/api.ts';
import { Async } from '../../kit/async.tsx';
import { useCell } from '../../kit/cell.ts';
import { Form, TextField } from '../../kit/form.tsx';
import { formatTime } from '../../kit/format.ts';
import { useAction, useLoad } from '../../kit/hooks.ts';
import { Button, Card, Facts, PageHeader, Tag } from '../../kit/parts.tsx';
import { roleTitle } from '../../kit/roles.ts';
import { Table } from '../../kit/table.tsx';

interface Session {
  sessionId: string;
  isCurrent: boolean;
  createdDateTime: string;
  expirationDateTime: string;
  userAgent?: string;
}

const MIN_PASSWORD_LENGTH = 10;

export default function Profile() {
  const current = useCell(operator);
  const all = useCell(accounts);
  const sessions = useLoad(async (signal) => (await manager.get<{ value: Session[] }>('/sessions', { signal })).value, []);
  if (!current) return null;
  return (
    <>
      <PageHeader title={t('Your profile')} about={t('Your role, where you are signed in, and your password.')} />
      <Card title={current.subject}>
        <Facts
          rows={[
            [t('Role on the server'), roleTitle(current.role)],
            ...(current.accounts ?? []).map(
              ({ accountId, role }) =>
                [all.find(({ properties }) => properties.accountId === accountId)?.name ?? accountId, roleTitle(role)] as const,
            ),
            [t('Signed in until'), current.expirationDateTime === undefined ? '–' : formatTime(current.expirationDateTime)],
          ]}
        />
      </Card>
      <Async of={sessions}>{(all) => <Sessions all={all} onEnded={sessions.reload} />}</Async>
      {current.hasPassword === true ? (
        <Password onChanged={sessions.reload} />
      ) : (
        <Card title={t('Password')}>
          <p class="soft">{t('You do not sign in with a password of this server, so there is none to change.')}</p>
        </Card>
      )}
    </>
  );
}

function Sessions({ all, onEnded }: { all: readonly Session[]; onEnded: () => void }) {
  const end = useAction(
    async (which: readonly Session[]) => {
      for (const { sessionId } of which) await manager.delete(`/sessions/${sessionId}`);
      onEnded();
    },
    { done: t('Signed out there') },
  );
  const others = all.filter(({ isCurrent }) => !isCurrent);
  return (
    <Card
      flush
      title={t('Sessions')}
      actions={others.length > 1 && <Button busy={end.busy} onClick={() => void end.run(others)} text={t('End all others')} />}
    >
      <Table
        label={t('Sessions')}
        rows={all}
        keyOf={({ sessionId }) => sessionId}
        columns={[
          {
            title: t('Browser'),
            width: 'minmax(150px, 2fr)',
            cell: ({ userAgent = '' }) => <span title={userAgent}>{nameOf(userAgent)}</span>,
          },
          { title: t('Signed in'), width: '170px', cell: ({ createdDateTime }) => formatTime(createdDateTime) },
          { title: t('Ends'), width: '170px', cell: ({ expirationDateTime }) => formatTime(expirationDateTime) },
          {
            title: t('Actions'),
            width: '130px',
            cell: (one) =>
              one.isCurrent ? (
                <Tag kind="info">{t('this browser')}</Tag>
              ) : (
                <Button kind="quiet" icon="leave" busy={end.busy} onClick={() => void end.run([one])} text={t('End session')} />
              ),
          },
        ]}
      />
      <ApiCall caller="manager" call={{ method: 'GET', path: '/sessions' }} />
    </Card>
  );
}

/** "Firefox, Linux": enough to tell one's browsers apart. */
function nameOf(userAgent: string): string {
  const browser = /(Edg|OPR|Firefox|Chrome|Safari)\//.exec(userAgent)?.[1];
  const system = /Windows|iPhone|iPad|Android|Mac OS X|Linux/.exec(userAgent)?.[0];
  const named = [{ Edg: 'Edge', OPR: 'Opera' }[browser ?? ''] ?? browser, system].filter((part) => part !== undefined);
  return named.length === 0 ? t('Unknown program') : named.join(', ');
}

function Password({ onChanged }: { onChanged: () => void }) {
  const [password, setPassword] = useState('');
  const [next, setNext] = useState('');
  const change = useAction(
    async () => {
      await manager.post('/sessions/current/password', { password, newPassword: next });
      setPassword('');
      setNext('');
      onChanged();
    },
    { done: t('Password changed. Your other sessions have ended.') },
  );
  const isShort = next !== '' && next.length < MIN_PASSWORD_LENGTH;
  const mayChange = password !== '' && next !== '' && !isShort;
  return (
    <Card title={t('Password')}>
      <Form onSubmit={() => void change.run()}>
        <TextField label={t('Present password')} type="password" autoComplete="current-password" value={password} onInput={setPassword} />
        <TextField
          label={t('New password')}
          type="password"
          autoComplete="new-password"
          hint={t('At least {count} characters. Your other sessions end.', { count: MIN_PASSWORD_LENGTH })}
          error={isShort ? t('At least {count} characters.', { count: MIN_PASSWORD_LENGTH }) : undefined}
          value={next}
          onInput={setNext}
        />
        <Button type="submit" kind="primary" needs="view" busy={change.busy} disabled={!mayChange} text={t('Change password')} />
      </Form>
    </Card>
  );
}
