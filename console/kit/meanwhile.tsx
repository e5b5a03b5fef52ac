/** Somebody else has saved the same thing meanwhile: what they changed and what you changed side by side, and what is to stand. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { Dialog, choose } from './dialog.tsx';
import { differences } from './differences.ts';
import type { Difference, Item } from './differences.ts';
import { many } from './format.ts';
import { Button, Empty, Tag } from './parts.tsx';
import { Table } from './table.tsx';

/** What stands: both changes put together, only mine, only theirs; undefined: not decided yet. */
export type Choice = 'both' | 'mine' | 'theirs' | undefined;

/** What both had in common, and what each has made of it. */
export interface Met { before: readonly Item[]; mine: readonly Item[]; theirs: readonly Item[] }

interface Asking {
  /** Whether it need not be decided now. */
  later: boolean;
  /** How what was not chosen comes back, where it can. */
  back?: string;
}

/** Asks what is to stand. `what` names the thing. */
export function meanwhile(what: string, met: Met, { later, back = 'Ctrl+Z brings back what you did not choose.' }: Asking): Promise<Choice> {
  return choose<Choice>((answer) => <Meanwhile what={what} met={met} later={later} back={back} answer={answer} />);
}

interface Row { sort: string; name: string; they?: Difference; you?: Difference }
const KINDS = { added: 'good', removed: 'danger', changed: 'warn' } as const;
const SHOWN_HEIGHT = 300;

function Meanwhile({ what, met, later, back, answer }: Required<Asking> & { what: string; met: Met; answer: (choice: Choice) => void }): JSX.Element {
  const rows = useMemo(() => rowsOf(met), [met]);
  const clashes = rows.filter(({ they, you }) => they && you).length;
  const width = rows.some(({ they, you }) => they?.says !== undefined || you?.says !== undefined) ? 'minmax(120px, 1fr)' : '80px';
  const shown = (of: Difference | undefined): JSX.Element | null => of ? <span title={of.says}><Tag kind={KINDS[of.change]}>{of.change}</Tag>{of.says !== undefined && ` ${of.says}`}</span> : null;
  return <Dialog wide title="Somebody else has saved this meanwhile" onClose={() => void (later && answer(undefined))}>
    <div class="dialog-body">
      <p>{what} is not what it was when you began. Nothing is lost: yours is here, theirs is saved. {clashes === 0 ? 'Nobody touched what the other changed.' : `${many(clashes, 'thing')} both of you changed: put together, yours stays in those.`}</p>
      <Table label="What was changed" rows={rows} height={Math.min(SHOWN_HEIGHT, 60 + rows.length * 32)} keyOf={({ sort, name }) => `${sort} ${name}`} empty={<Empty title="Nothing differs" />} columns={[
        { title: 'What', width: 'minmax(110px, 1fr)', cell: ({ sort, name }) => <><span class="soft">{sort}</span> {name}</> }, { title: 'They', width, cell: ({ they }) => shown(they) }, { title: 'You', width, cell: ({ you }) => shown(you) },
      ]} />
      <div class="dialog-buttons meanwhile-buttons">{later && <Button onClick={() => answer(undefined)}>Not now</Button>}<Button onClick={() => answer('theirs')}>Take theirs</Button><Button kind="danger" onClick={() => answer('mine')}>Keep only mine</Button><Button kind="primary" onClick={() => answer('both')}>Put both together</Button></div>
      {back !== '' && <p class="soft small">{back}</p>}
    </div>
  </Dialog>;
}

/** What both changed stands first. */
function rowsOf({ before, mine, theirs }: Met): Row[] {
  const rows = new Map<string, Row>();
  const add = (who: 'they' | 'you', found: readonly Difference[]): void => {
    for (const one of found) rows.set(JSON.stringify([one.sort, one.name]), { ...rows.get(JSON.stringify([one.sort, one.name])), sort: one.sort, name: one.name, [who]: one });
  };
  add('they', differences(before, theirs));
  add('you', differences(before, mine));
  return [...rows.values()].sort((one, other) => Number(Boolean(other.they && other.you)) - Number(Boolean(one.they && one.you)));
}
