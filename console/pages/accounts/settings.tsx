/** Settings of an account: limits, collaborators, linked storage, blocking and deletion. */
import { useRef, useState } from 'preact/hooks';
import { rich, t } from '../../i18n/messages.ts';
import { accounts, loadAccounts, shortName, type Account } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { manager } from '../../kit/api.ts';
import { Async } from '../../kit/async.tsx';
import { useCell } from '../../kit/cell.ts';
import { confirmed } from '../../kit/dialog.tsx';
import { CheckField, Form, NumberField, SelectField, TextField } from '../../kit/form.tsx';
import { formatCount, formatNumber } from '../../kit/format.ts';
import { useAction, useLoad } from '../../kit/hooks.ts';
import { Button, Card, Meter, Tag } from '../../kit/parts.tsx';
import { Link, navigate } from '../../kit/router.tsx';

export interface UsageRow {
  period: string;
  operation: string;
  calls: number;
}

export function Settings({ account }: { account: Account }) {
  return (
    <div class="columns packed">
      <Collaborators account={account} />
      <Storage account={account} />
      <Blocking account={account} />
      <Deletion account={account} />
    </div>
  );
}

function Collaborators({ account }: { account: Account }) {
  const all = useCell(accounts);
  const { collaborators } = account.properties;
  const others = all.filter(({ id, properties }) => id !== account.id && !collaborators.includes(properties.accountId));
  const [added, setAdded] = useState('');
  const change = useAction(async (next: readonly string[]) => await changeAccount(account, { collaborators: next }), {
    done: t('Collaborators saved'),
  });
  const nameOf = (accountId: string): string => all.find(({ properties }) => properties.accountId === accountId)?.name ?? accountId;
  return (
    <Card title={t('Collaborators')}>
      <div class="stack">
        <p class="soft">{t("Accounts whose keys can edit this account's understanding apps and language projects.")}</p>
        {collaborators.length === 0 ? (
          <p class="soft">
            {all.length < 2
              ? rich('None: there is no other account yet. {link}', { link: <Link to="/accounts">{t('Create an account')}</Link> })
              : t('None')}
          </p>
        ) : (
          <ul class="stack tight">
            {collaborators.map((accountId) => (
              <li class="spread">
                <span>{nameOf(accountId)}</span>
                <Button
                  needs="server"
                  kind="quiet"
                  icon="close"
                  label={t('Remove {accountId}', { accountId: nameOf(accountId) })}
                  busy={change.busy}
                  onClick={() => void change.run(collaborators.filter((one) => one !== accountId))}
                />
              </li>
            ))}
          </ul>
        )}
        {others.length > 0 && (
          <Form class="row" onSubmit={() => void (added !== '' && change.run([...collaborators, added]).then(() => setAdded('')))}>
            <div class="grow">
              <SelectField
                bare
                label={t('Account')}
                value={added}
                onInput={setAdded}
                options={[
                  { value: '', label: t('Select an account') },
                  ...others.map((other) => ({ value: other.properties.accountId, label: shortName(other) })),
                ]}
              />
            </div>
            <Button needs="server" type="submit" icon="add" busy={change.busy} disabled={added === ''} text={t('Add')} />
          </Form>
        )}
        <ApiCall
          caller="manager"
          call={{
            method: 'PUT',
            path: account.id,
            json: putBody(account, { collaborators: added === '' ? collaborators : [...collaborators, added] }),
          }}
        />
      </div>
    </Card>
  );
}

function Storage({ account }: { account: Account }) {
  const [connection, setConnection] = useState('');
  const { linked } = account.properties.storage;
  const link = useAction(
    async () => {
      await changeAccount(account, { storage: { connectionString: connection } });
      setConnection('');
    },
    { done: t('Storage linked') },
  );
  const unlink = useAction(async () => await changeAccount(account, { storage: null }), { done: t('Storage unlinked') });
  return (
    <Card title={t('Linked storage')} actions={linked ? <Tag kind="good">{t('linked')}</Tag> : <Tag>{t('none')}</Tag>}>
      <div class="stack">
        <p class="soft">{t('Blob storage with training documents. The connection string is stored encrypted and is not shown again.')}</p>
        <Form onSubmit={() => void (connection !== '' && link.run())}>
          <TextField
            label={t('Connection string')}
            type="password"
            value={connection}
            onInput={setConnection}
            placeholder={t('UseDevelopmentStorage=true')}
          />
          <div class="row">
            <Button needs="server" type="submit" busy={link.busy} disabled={connection === ''} text={linked ? t('Replace') : t('Link')} />
            {linked && <Button needs="server" kind="danger" does={unlink} text={t('Unlink')} />}
          </div>
        </Form>
      </div>
    </Card>
  );
}

function Blocking({ account }: { account: Account }) {
  const change = useAction(async (blocked: boolean) => await changeAccount(account, { blocked }));
  return (
    <Card title={t('Block account')}>
      <CheckField
        needs="server"
        label={t("Reject all calls with this account's keys")}
        hint={t('Its data is kept. Clients get 401.')}
        value={account.properties.blocked}
        disabled={change.busy}
        onInput={(blocked) => void change.run(blocked)}
      />
    </Card>
  );
}

function Deletion({ account: { id, name } }: { account: Account }) {
  const remove = useAction(async () => {
    await confirmed({
      title: t('Delete account {name}?', { name }),
      text: t(
        'Its keys stop working immediately, and all its data is deleted: apps, projects, models, documents, faces, events. Only its audit log is kept. This cannot be undone.',
      ),
      action: t('Delete account'),
      typed: name,
    });
    await manager.delete(id);
    navigate('/accounts?account=');
    await loadAccounts();
  });
  return (
    <Card title={t('Delete account')}>
      <div class="stack">
        <p class="soft">{t('Revokes its keys immediately and deletes its data.')}</p>
        <div>
          <Button needs="server" kind="danger" icon="trash" does={remove} text={t('Delete {name}', { name })} />
        </div>
        <ApiCall caller="manager" call={{ method: 'DELETE', path: id }} />
      </div>
    </Card>
  );
}

const POLL_MS = 2000;
const NEAR_LIMIT = 0.8;

/** Rate limits of the account and current usage. */
export function Limits({ account }: { account: Account }) {
  const [perSecond, setPerSecond] = useState(account.properties.limits.callsPerSecond);
  const [perMonth, setPerMonth] = useState(account.properties.limits.callsPerMonth);
  const limits = {
    ...(perSecond !== undefined && { callsPerSecond: perSecond }),
    ...(perMonth !== undefined && { callsPerMonth: perMonth }),
  };
  const save = useAction(async () => await changeAccount(account, { limits }), { done: t('Limits saved') });
  const wrong = {
    second: perSecond !== undefined && perSecond <= 0 ? t('Must be more than 0.') : undefined,
    month: perMonth !== undefined && (perMonth < 0 || !Number.isInteger(perMonth)) ? t('Must be a whole number.') : undefined,
  };
  return (
    <Card title={t('Limits')}>
      <div class="stack">
        <LiveMeter account={account} />
        <Form onSubmit={() => void (!wrong.second && !wrong.month && save.run())}>
          <div class="columns">
            <NumberField
              label={t('Calls per second')}
              value={perSecond}
              onInput={setPerSecond}
              min={0}
              step="any"
              placeholder={t('no limit')}
              error={wrong.second}
              hint={t('Calls over the limit get 429 with Retry-After.')}
            />
            <NumberField
              label={t('Calls per month')}
              value={perMonth}
              onInput={setPerMonth}
              min={0}
              step={1}
              placeholder={t('no limit')}
              error={wrong.month}
              hint={t('Above it: 403 until the month ends.')}
            />
          </div>
          <div>
            <Button needs="server" type="submit" kind="primary" busy={save.busy} text={t('Save limits')} />
          </div>
        </Form>
        <ApiCall caller="manager" call={{ method: 'PUT', path: account.id, json: putBody(account, { limits }) }} />
      </div>
    </Card>
  );
}

/** Calls of this month, and the rate between two polls. */
function LiveMeter({
  account: {
    id,
    properties: {
      limits: { callsPerSecond, callsPerMonth },
    },
  },
}: {
  account: Account;
}) {
  const before = useRef<{ total: number; at: number } | undefined>(undefined);
  const live = useLoad(
    async (signal) => {
      const { value } = await manager.get<{ value: UsageRow[] }>(`${id}/usage`, {
        signal,
        quiet: true,
        query: { period: new Date().toISOString().slice(0, 7) },
      });
      const total = value.reduce((sum, { calls }) => sum + calls, 0);
      const at = performance.now();
      const rate = before.current ? (Math.max(0, total - before.current.total) / (at - before.current.at)) * 1000 : 0;
      before.current = { total, at };
      return { total, rate };
    },
    [id],
    { everyMs: POLL_MS },
  );
  return (
    <Async of={live}>
      {({ total, rate }) => (
        <div class="stack tight">
          <Gauge label={t('Calls per second, now')} used={rate} limit={callsPerSecond} shown={formatNumber(rate, 1)} />
          <Gauge label={t('Calls this month')} used={total} limit={callsPerMonth} shown={formatCount(total)} />
        </div>
      )}
    </Async>
  );
}

function Gauge({ label, used, limit, shown }: { label: string; used: number; limit?: number; shown: string }) {
  const share = limit === undefined ? 0 : limit === 0 ? 1 : used / limit;
  return (
    <div>
      <div class="spread">
        <span>{label}</span>
        <span class="number">{limit === undefined ? shown : t('{shown} of {limit}', { shown, limit: formatCount(limit) })}</span>
      </div>
      {limit === undefined ? (
        <span class="faint small">{t('no limit')}</span>
      ) : (
        <Meter
          share={share}
          kind={share >= 1 ? 'danger' : share >= NEAR_LIMIT ? 'warn' : undefined}
          label={label}
          text={`${Math.round(share * 100)} %`}
        />
      )}
    </div>
  );
}

export interface AccountChanges {
  limits?: Account['properties']['limits'];
  collaborators?: readonly string[];
  blocked?: boolean;
  storage?: { connectionString: string } | null;
}

/** Updates an account: PUT replaces everything, so unchanged properties are sent again. */
function putBody({ location, kind, properties: { limits, collaborators, blocked } }: Account, changes: AccountChanges): object {
  return { location, kind, properties: { limits, collaborators, blocked, ...changes } };
}

async function changeAccount(account: Account, changes: AccountChanges): Promise<void> {
  await manager.put(account.id, putBody(account, changes));
  await loadAccounts();
}
