/** Calls of this month by account and area, and the last errors. */
import { t } from '../../i18n/messages.ts';
import { accounts, shortName, type Account } from '../../kit/accounts.ts';
import { manager } from '../../kit/api.ts';
import { useCell } from '../../kit/cell.ts';
import { formatAge, formatCount, plural } from '../../kit/format.ts';
import { useLoad } from '../../kit/hooks.ts';
import { ListCard } from '../../kit/list-card.tsx';
import { Card, Copyable, Tag } from '../../kit/parts.tsx';
import { joinPath, Link, usePages } from '../../kit/router.tsx';
import { Table } from '../../kit/table.tsx';

/** More are on the page of accounts. */
const MAX_ACCOUNTS = 12;

interface UsageOfAccount {
  account: Account;
  /** By area. */
  calls: ReadonlyMap<string, number>;
}

async function loadUsage(account: Account, signal: AbortSignal): Promise<UsageOfAccount> {
  const { value } = await manager.get<{ value: { period: string; operation: string; calls: number }[] }>(`${account.id}/usage`, {
    signal,
    quiet: true,
  });
  const month = new Date().toISOString().slice(0, 7);
  const calls = new Map<string, number>();
  for (const { period, operation, calls: more } of value) {
    const area = operation.split('.')[0]!;
    if (period === month) calls.set(area, (calls.get(area) ?? 0) + more);
  }
  return { account, calls };
}

const accountPath = (account: Account): string => joinPath('accounts', ...shortName(account).split('/'));

export function UsageCard() {
  const all = useCell(accounts).slice(0, MAX_ACCOUNTS);
  const areas = usePages().filter(({ kinds }) => kinds !== undefined);
  const usage = useLoad((signal) => Promise.all(all.map((account) => loadUsage(account, signal))), [all.map(({ id }) => id).join()]);
  return (
    <ListCard
      title={t('Calls this month')}
      actions={<Link to="/accounts">{t('All accounts')}</Link>}
      of={usage}
      keyOf={({ account }) => account.id}
      columns={[
        {
          title: t('Account'),
          width: 'minmax(120px, 2fr)',
          cell: ({ account }) => <Link to={`${accountPath(account)}?tab=usage`}>{account.name}</Link>,
        },
        ...areas.map(({ path, title }) => ({
          title,
          width: 'minmax(90px, 1fr)',
          number: true,
          cell: ({ calls }: UsageOfAccount) => (calls.has(path) ? formatCount(calls.get(path)!) : <span class="faint">–</span>),
        })),
      ]}
    />
  );
}

export interface ErrorReply {
  dateTime: string;
  requestId: string;
  accountId?: string;
  operation: string;
  status: number;
  kind?: string;
}

export function ErrorsCard({ errors }: { errors: readonly ErrorReply[] }) {
  const all = useCell(accounts);
  if (errors.length === 0) return null;
  return (
    <Card flush title={t('Errors in the last hour')} actions={<a href="/docs/errors">{plural(errors.length, 'error')}</a>}>
      <Table
        label={t('Errors in the last hour')}
        height={300}
        rows={errors}
        keyOf={({ requestId }) => requestId}
        columns={[
          { title: t('When'), width: '110px', cell: ({ dateTime }) => formatAge(dateTime) },
          {
            title: t('Status'),
            width: 'minmax(150px, 1fr)',
            cell: ({ status, kind = '' }) => (
              <span class="row">
                <Tag kind={status >= 500 ? 'danger' : 'warn'}>{status}</Tag> {kind}
              </span>
            ),
          },
          {
            title: t('Operation'),
            width: 'minmax(150px, 1fr)',
            cell: ({ operation }) => <a href={`/docs/reference/${operation.replace('.', '/')}`}>{operation}</a>,
          },
          {
            title: t('Account'),
            width: 'minmax(100px, 1fr)',
            cell: ({ accountId }) => {
              const account = all.find(({ properties }) => properties.accountId === accountId);
              return account ? <Link to={accountPath(account)}>{account.name}</Link> : <span class="faint">{t('unknown')}</span>;
            },
          },
          {
            title: t('Request'),
            width: 'minmax(190px, 1fr)',
            cell: ({ requestId }) => <Copyable text={requestId} label={t('Copy {label}', { label: requestId })} />,
          },
        ]}
      />
    </Card>
  );
}
