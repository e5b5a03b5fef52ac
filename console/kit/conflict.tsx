/**
 * Edit conflict: someone else saved the same resource. Changes that do not overlap are merged; else both are shown side by side, and the
 * user decides which to keep.
 */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { t } from '../i18n/messages.ts';
import { Dialog, openDialog } from './dialog.tsx';
import { findDifferences, type Difference, type Item } from './differences.ts';
import { plural } from './format.ts';
import { Button, Empty, Tag } from './parts.tsx';
import { Table } from './table.tsx';
import { toast } from './toast.tsx';

/** Merge both changes, keep only mine, or only theirs; undefined: not decided yet. */
export type Resolution = 'both' | 'mine' | 'theirs' | undefined;

/** The common base, and what each side made of it. */
export interface Conflict {
  before: readonly Item[];
  mine: readonly Item[];
  theirs: readonly Item[];
}

interface ConflictOptions {
  /** Whether the decision can wait. */
  canPostpone: boolean;
  /** How to restore what was not chosen, if possible. */
  undoHint?: string;
}

/** How to resolve the conflict; asks only if both have changed the same. `subject` names the resource. */
export async function resolveConflict(
  subject: string,
  conflict: Conflict,
  { canPostpone, undoHint = t('Ctrl+Z restores what you did not choose.') }: ConflictOptions,
): Promise<Resolution> {
  if (!conflictRows(conflict).some(({ they, you }) => they && you)) {
    toast(undoHint === '' ? t('Merged with changes of someone else') : t('Merged with changes of someone else; Ctrl+Z to undo'));
    return 'both';
  }
  return await openDialog<Resolution>((answer) => (
    <ConflictDialog subject={subject} conflict={conflict} canPostpone={canPostpone} undoHint={undoHint} answer={answer} />
  ));
}

interface Row {
  sort: string;
  name: string;
  they?: Difference;
  you?: Difference;
}
const KINDS = { added: 'good', removed: 'danger', changed: 'warn' } as const;
const MAX_HEIGHT = 300;

function ConflictDialog({
  subject,
  conflict,
  canPostpone,
  undoHint,
  answer,
}: Required<ConflictOptions> & { subject: string; conflict: Conflict; answer: (choice: Resolution) => void }) {
  const rows = useMemo(() => conflictRows(conflict), [conflict]);
  const conflictCount = rows.filter(({ they, you }) => they && you).length;
  const width = rows.some(({ they, you }) => they?.says !== undefined || you?.says !== undefined) ? 'minmax(120px, 1fr)' : '80px';
  const shown = (difference: Difference | undefined): JSX.Element | null =>
    difference ? (
      <span title={difference.says}>
        <Tag kind={KINDS[difference.change]}>{difference.change}</Tag>
        {difference.says !== undefined && ` ${difference.says}`}
      </span>
    ) : null;
  return (
    <Dialog wide title={t('Someone else saved changes')} onClose={() => void (canPostpone && answer(undefined))}>
      <div class="dialog-body">
        <p>
          {t('{what} has changed since you opened it. Nothing is lost: your changes are here, theirs are saved. {value}', {
            what: subject,
            value: t('{conflictCount} changed by both: when merged, your version is kept.', {
              conflictCount: plural(conflictCount, 'item was', 'items were'),
            }),
          })}
        </p>
        <Table
          label={t('Changes')}
          rows={rows}
          height={Math.min(MAX_HEIGHT, 60 + rows.length * 32)}
          keyOf={({ sort, name }) => `${sort} ${name}`}
          empty={<Empty title={t('No differences')} />}
          columns={[
            {
              title: t('Item'),
              width: 'minmax(110px, 1fr)',
              cell: ({ sort, name }) => (
                <>
                  <span class="soft">{sort}</span> {name}
                </>
              ),
            },
            { title: t('Theirs'), width, cell: ({ they }) => shown(they) },
            { title: t('Yours'), width, cell: ({ you }) => shown(you) },
          ]}
        />
        {undoHint !== '' && <p class="soft small">{undoHint}</p>}
        <div class="dialog-buttons conflict-buttons">
          {canPostpone && <Button onClick={() => answer(undefined)}>{t('Not now')}</Button>}
          <Button onClick={() => answer('theirs')}>{t('Use theirs')}</Button>
          <Button kind="danger" onClick={() => answer('mine')} text={t('Keep mine')} />
          <Button kind="primary" onClick={() => answer('both')} text={t('Merge both')} />
        </div>
      </div>
    </Dialog>
  );
}

/** Items changed by both come first. */
function conflictRows({ before, mine, theirs }: Conflict): Row[] {
  const rows = new Map<string, Row>();
  const add = (who: 'they' | 'you', found: readonly Difference[]): void => {
    for (const one of found)
      rows.set(JSON.stringify([one.sort, one.name]), {
        ...rows.get(JSON.stringify([one.sort, one.name])),
        sort: one.sort,
        name: one.name,
        [who]: one,
      });
  };
  add('they', findDifferences(before, theirs));
  add('you', findDifferences(before, mine));
  return [...rows.values()].sort((one, other) => Number(Boolean(other.they && other.you)) - Number(Boolean(one.they && one.you)));
}
