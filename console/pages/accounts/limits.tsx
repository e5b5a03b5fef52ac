/** Rate limits of the account and current usage. */
import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { Account } from '../../kit/accounts.ts';
import { manager } from '../../kit/api.ts';
import { ApiCall } from '../../kit/call-behind.tsx';
import { formatCount } from '../../kit/format.ts';
import { Form, NumberField } from '../../kit/form.tsx';
import { Button, Card, Meter } from '../../kit/parts.tsx';
import { Async } from '../../kit/problem.tsx';
import { useAction, useLoad } from '../../kit/use.ts';
import { changeAccount, putBody } from './put.ts';
import type { UsageRow } from './usage.tsx';

const POLL_MS = 2000;
const NEAR_LIMIT = 0.8;

export function Limits({ account }: { account: Account }): JSX.Element {
  const [perSecond, setPerSecond] = useState(account.properties.limits.callsPerSecond);
  const [perMonth, setPerMonth] = useState(account.properties.limits.callsPerMonth);
  const limits = { ...perSecond !== undefined && { callsPerSecond: perSecond }, ...perMonth !== undefined && { callsPerMonth: perMonth } };
  const save = useAction(async () => await changeAccount(account, { limits }), { done: 'Limits saved' });
  const wrong = { second: perSecond !== undefined && perSecond <= 0 ? 'Must be more than 0.' : undefined, month: perMonth !== undefined && (perMonth < 0 || !Number.isInteger(perMonth)) ? 'Must be a whole number.' : undefined };
  return <Card title="Limits">
    <div class="stack">
      <LiveMeter account={account} />
      <Form onSubmit={() => void (!wrong.second && !wrong.month && save.run())}>
        <div class="columns">
          <NumberField label="Calls per second" value={perSecond} onInput={setPerSecond} min={0} step="any" placeholder="no limit" error={wrong.second} hint="Above it: 429 with Retry-After." />
          <NumberField label="Calls per month" value={perMonth} onInput={setPerMonth} min={0} step={1} placeholder="no limit" error={wrong.month} hint="Above it: 403 until the month ends." />
        </div>
        <div><Button type="submit" kind="primary" busy={save.busy}>Save limits</Button></div>
      </Form>
      <ApiCall caller="manager" call={{ method: 'PUT', path: account.id, json: putBody(account, { limits }) }} />
    </div>
  </Card>;
}

/** Calls of this month, and the rate between two polls. */
function LiveMeter({ account: { id, properties: { limits: { callsPerSecond, callsPerMonth } } } }: { account: Account }): JSX.Element {
  const before = useRef<{ total: number; at: number } | undefined>(undefined);
  const live = useLoad(async (signal) => {
    const { value } = await manager.get<{ value: UsageRow[] }>(`${id}/usage`, { signal, quiet: true, query: { period: new Date().toISOString().slice(0, 7) } });
    const total = value.reduce((sum, { calls }) => sum + calls, 0);
    const at = performance.now();
    const rate = before.current ? Math.max(0, total - before.current.total) / (at - before.current.at) * 1000 : 0;
    before.current = { total, at };
    return { total, rate };
  }, [id], { everyMs: POLL_MS });
  return <Async of={live}>{({ total, rate }) => <div class="stack tight">
    <Gauge label="Calls per second, now" used={rate} limit={callsPerSecond} shown={rate.toFixed(1)} />
    <Gauge label="Calls this month" used={total} limit={callsPerMonth} shown={formatCount(total)} />
  </div>}</Async>;
}

function Gauge({ label, used, limit, shown }: { label: string; used: number; limit?: number; shown: string }): JSX.Element {
  const share = limit === undefined ? 0 : limit === 0 ? 1 : used / limit;
  return <div><div class="spread"><span>{label}</span><span class="number">{shown}{limit === undefined ? '' : ` of ${formatCount(limit)}`}</span></div>
    {limit === undefined ? <span class="faint small">no limit</span> : <Meter share={share} kind={share >= 1 ? 'danger' : share >= NEAR_LIMIT ? 'warn' : undefined} label={label} text={`${Math.round(share * 100)} %`} />}</div>;
}
