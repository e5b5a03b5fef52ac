/** An audit log, newest entries first, loaded while scrolling. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { accounts } from '../../kit/accounts.ts';
import { manager } from '../../kit/api.ts';
import { useCell } from '../../kit/cell.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { formatTime } from '../../kit/format.ts';
import { JsonView } from '../../kit/json-view.tsx';
import { Empty } from '../../kit/parts.tsx';
import { Async } from '../../kit/problem.tsx';
import { Table } from '../../kit/table.tsx';
import { useAction, useLoad } from '../../kit/use.ts';

interface AuditRow { sequence: number; hash: string; entry: { at: string; operation: string; caller: string; request: string; params: Record<string, string> } }

const PAGE = 500;

export function AuditLog({ path, height }: { path: string; height: number }): JSX.Element {
  const [shown, setShown] = useState<AuditRow>();
  const all = useCell(accounts);
  const nameOf = (caller: string): string => all.find(({ properties }) => properties.accountId === caller)?.name ?? caller;
  const page = async (after: number, signal?: AbortSignal): Promise<AuditRow[]> => (await manager.get<{ value: AuditRow[] }>(path, { signal, query: { after, top: PAGE, order: 'newest' }, quiet: after > 0 })).value;
  const rows = useLoad((signal) => page(0, signal), [path]);
  const [ended, setEnded] = useState(false);
  const more = useAction(async () => {
    const known = rows.value ?? [];
    if (ended || known.length < PAGE) return;
    const next = await page(known.at(-1)!.sequence);
    if (next.length === 0) setEnded(true);
    else rows.put([...known, ...next]);
  });
  return <Async of={rows}>{(value) => <>
    <Table label="Audit log" rows={value} keyOf={({ sequence }) => sequence} height={height} onOpen={setShown} onEnd={() => void more.run()} empty={<Empty title="No changes yet">Every change is logged here. Each entry is chained to the previous one by its hash.</Empty>} columns={[
      { title: '#', width: '56px', number: true, cell: ({ sequence }) => sequence }, { title: 'When', width: '150px', cell: ({ entry }) => formatTime(entry.at) },
      { title: 'Operation', width: 'minmax(140px, 1.4fr)', cell: ({ entry }) => entry.operation }, { title: 'By', width: 'minmax(80px, 1fr)', cell: ({ entry }) => nameOf(entry.caller) },
    ]} />
    {shown && <Dialog wide title={`Entry ${shown.sequence}`} onClose={() => setShown(undefined)}><div class="dialog-body"><JsonView value={shown} label="entry" /></div></Dialog>}
  </>}</Async>;
}
