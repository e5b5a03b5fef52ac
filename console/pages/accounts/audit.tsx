/** The audit log of the account, and a check of its hash chain. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { rich, t } from '../../i18n/messages.ts';
import { accounts, type Account } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { manager, operationPath, toJobStatus } from '../../kit/api.ts';
import { Async, JobProgress } from '../../kit/async.tsx';
import { useCell } from '../../kit/cell.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { CheckField } from '../../kit/form.tsx';
import { formatCount, formatTime } from '../../kit/format.ts';
import { useAction, useLoad } from '../../kit/hooks.ts';
import { JsonView } from '../../kit/json-view.tsx';
import { Button, Card, Empty } from '../../kit/parts.tsx';
import { Table } from '../../kit/table.tsx';
import type { Job } from './jobs.tsx';

interface ChainCheck {
  entries: number;
  head: string;
  brokenAt?: number;
}

export function Audit({ account: { id } }: { account: Account }) {
  const [job, setJob] = useState<string>();
  const [verdict, setVerdict] = useState<ChainCheck>();
  const verify = useAction(async () => {
    setVerdict(undefined);
    const { headers } = await manager.call('POST', `${id}/verifyAudit`);
    setJob(operationPath(headers));
  });
  return (
    <>
      <Card
        flush
        title={t('Audit log')}
        actions={<Button needs="manage" icon="check" does={verify} disabled={job !== undefined} text={t('Verify chain')} />}
      >
        {job !== undefined && (
          <div class="audit-check">
            <JobProgress
              key={job}
              title={t('Verifying the chain')}
              kind="accounts.verifyAudit"
              ask={async (signal) => {
                const { status, percentCompleted, errors, result } = await manager.get<Job>(job, { signal, quiet: true });
                if (result !== undefined) setVerdict(result as ChainCheck);
                return { status: toJobStatus(status), progress: percentCompleted / 100, message: errors[0]?.message };
              }}
              onEnd={() => setJob(undefined)}
            />
          </div>
        )}
        {verdict && (
          <p class={`audit-check note ${verdict.brokenAt === undefined ? '' : 'warn'}`} role="status">
            {verdict.brokenAt === undefined
              ? t('All {entries} entries are intact.', { entries: formatCount(verdict.entries) })
              : t('Entry {brokenAt} does not match the previous one: the audit log was altered.', { brokenAt: verdict.brokenAt })}{' '}
            {rich('Head hash {code}', { code: <code>{verdict.head.slice(0, 16)}</code> })}
          </p>
        )}
        <AuditLog path={`${id}/audit`} height={520} />
      </Card>
      <ApiCall caller="manager" call={{ method: 'POST', path: `${id}/verifyAudit` }} />
    </>
  );
}

interface AuditRow {
  sequence: number;
  hash: string;
  entry: { at: string; operation: string; caller: string; request: string; params: Record<string, string> };
}

const PAGE = 500;

/** Entries that the server writes by itself, one a minute where something changed. */
const isOfServer = ({ entry }: AuditRow): boolean => entry.operation === 'accounts.anchorAudits';

/** What someone did; other operations are shown by their name. */
const DEEDS: Readonly<Record<string, string>> = {
  'accounts.signIn': t('{who} signed in'),
  'accounts.completeOidcSignIn': t('{who} signed in'),
  'accounts.signOut': t('{who} signed out'),
  'accounts.inviteOperator': t('{who} invited {name}'),
  'accounts.inviteOperatorAgain': t('{who} invited {name} again'),
  'accounts.changeOperator': t('{who} changed the role of {name}'),
  'accounts.setAccountRole': t('{who} gave {name} a role in an account'),
  'accounts.removeAccountRole': t('{who} took the role in an account from {name}'),
  'accounts.removeOperator': t('{who} removed {name}'),
  'accounts.endOperatorSessions': t('{who} signed {name} out everywhere'),
  'accounts.put': t('{who} created or changed the account {name}'),
  'accounts.delete': t('{who} deleted the account {name}'),
  'accounts.erase': t('{who} erased the data of {name}'),
  'accounts.listKeys': t('{who} read the keys of {name}'),
  'accounts.regenerateKey': t('{who} replaced a key of {name}'),
  'accounts.backup': t('{who} made a backup'),
  'accounts.stageRestore': t('{who} prepared a restore'),
  'accounts.discardRestore': t('{who} discarded a prepared restore'),
  'accounts.verifyAudit': t('{who} verified the audit log'),
  'accounts.cancelJob': t('{who} cancelled a job'),
  'accounts.retryJob': t('{who} retried a job'),
  'accounts.firstStart': t('The server was started for the first time'),
  'accounts.anchorAudits': t('The server sealed the logs of all accounts'),
};

function deedOf({ operation, params }: AuditRow['entry'], who: string): JSX.Element {
  const deed = DEEDS[operation];
  if (deed === undefined) return <code>{operation}</code>;
  const name = params.operatorId ?? Object.values(params).at(-1) ?? '';
  return <span title={operation}>{t(deed, { who, name })}</span>;
}

/** An audit log, newest entries first, loaded while scrolling. */
export function AuditLog({ path, height }: { path: string; height: number }) {
  const [shown, setShown] = useState<AuditRow>();
  const all = useCell(accounts);
  const nameOf = (caller: string): string => all.find(({ properties }) => properties.accountId === caller)?.name ?? caller;
  const page = async (after: number, signal?: AbortSignal): Promise<AuditRow[]> =>
    (await manager.get<{ value: AuditRow[] }>(path, { signal, query: { after, top: PAGE, order: 'newest' }, quiet: after > 0 })).value;
  const rows = useLoad((signal) => page(0, signal), [path]);
  const [isWhole, setWhole] = useState(false);
  const [ended, setEnded] = useState(false);
  const more = useAction(async () => {
    const known = rows.value ?? [];
    if (ended || known.length < PAGE) return;
    const next = await page(known.at(-1)!.sequence);
    if (next.length === 0) setEnded(true);
    else rows.put([...known, ...next]);
  });
  return (
    <Async of={rows}>
      {(value) => (
        <>
          {value.some(isOfServer) && (
            <div class="audit-check">
              <CheckField label={t("Show the server's own entries")} value={isWhole} onInput={setWhole} />
            </div>
          )}
          <Table
            label={t('Audit log')}
            rows={isWhole ? value : value.filter((row) => !isOfServer(row))}
            keyOf={({ sequence }) => sequence}
            height={height}
            onOpen={setShown}
            onEnd={() => void more.run()}
            empty={
              <Empty title={t('No changes yet')}>
                {t('Every change is logged here. Each entry is chained to the previous one by its hash.')}
              </Empty>
            }
            columns={[
              { title: '#', width: '36px', number: true, cell: ({ sequence }) => sequence },
              { title: t('When'), width: '150px', cell: ({ entry }) => formatTime(entry.at) },
              { title: t('What'), width: 'minmax(150px, 3fr)', cell: ({ entry }) => deedOf(entry, nameOf(entry.caller)) },
              { title: t('By'), width: 'minmax(64px, 1fr)', cell: ({ entry }) => nameOf(entry.caller) },
            ]}
          />
          {shown && (
            <Dialog wide title={t('Entry {sequence}', { sequence: shown.sequence })} onClose={() => setShown(undefined)}>
              <div class="dialog-body">
                <JsonView value={shown} label={t('entry')} />
              </div>
            </Dialog>
          )}
        </>
      )}
    </Async>
  );
}
