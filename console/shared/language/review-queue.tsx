/** Review of logged queries: accept, relabel or ignore them, one by one or in bulk. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { useActions } from '../../kit/actions.ts';
import { SelectField } from '../../kit/form.tsx';
import { formatCount, plural } from '../../kit/format.ts';
import { Button, Card, Confidence } from '../../kit/parts.tsx';
import { setQuery, useRoute } from '../../kit/router.tsx';
import { checkColumn, Table, toggled, type Column } from '../../kit/table.tsx';
import type { EntityChoice, LabeledText } from './entities.ts';
import { Labeler } from './labeler.tsx';
import { MarkedText } from './prediction-view.tsx';

/** `score` is that of the intent, or of the least certain prediction; `count` is how often it was queried. */
export interface Suggestion extends LabeledText {
  score: number;
  count?: number;
}

export interface ReviewQueueProps {
  /** No duplicates. */
  suggestions: readonly Suggestion[];
  intents: readonly string[];
  entities: readonly EntityChoice[];
  language?: string;
  /** A call is running. */
  busy: boolean;
  onAccept: (texts: readonly LabeledText[]) => void;
  onIgnore: (texts: readonly string[]) => void;
  /** Creates an entity, if entities can be created. */
  onCreate?: (entity: string) => void;
  empty: ComponentChildren;
}

export function ReviewQueue({ suggestions, intents, entities, language, busy, onAccept, onIgnore, onCreate, empty }: ReviewQueueProps) {
  return (
    <Queue
      rows={suggestions.map((one) => ({ ...one, id: one.text }))}
      label={t('Queries to review')}
      count={(items) => plural(items, 'query', 'queries')}
      busy={busy}
      empty={empty}
      onAccept={(rows) => onAccept(rows.map(({ text, intent, labels }) => ({ text, intent, labels })))}
      onIgnore={(rows) => onIgnore(rows.map(({ text }) => text))}
      bulk={(selected, change) => (
        <SelectField
          bare
          needs="label"
          label={t('Intent of selected')}
          value=""
          options={[{ value: '', label: t('Set intent…') }, ...intents]}
          onInput={(intent) => intent !== '' && change(selected.map((one) => ({ ...one, intent })))}
        />
      )}
      relabel={(row, change) => (
        <>
          <Labeler
            text={row.text}
            language={language}
            labels={row.labels}
            entities={entities}
            onChange={(labels) => change({ ...row, labels })}
            onCreate={
              onCreate &&
              ((entity, labels) => {
                onCreate(entity);
                change({ ...row, labels });
              })
            }
          />
          <SelectField
            needs="label"
            label={t('Intent')}
            value={row.intent}
            options={intents}
            onInput={(intent) => change({ ...row, intent })}
          />
        </>
      )}
      columns={[
        {
          title: t('Query'),
          width: 'minmax(200px, 3fr)',
          cell: ({ text, labels }) => <MarkedText text={text} labels={labels} entities={entities} />,
        },
        {
          title: t('Predicted'),
          width: 'minmax(100px, 1fr)',
          cell: ({ intent, isEdited }) => (isEdited ? <strong>{intent}</strong> : intent),
        },
        {
          title: t('Score'),
          width: '130px',
          cell: ({ intent, score }) => <Confidence value={score} label={t('Score of {intent}', { intent })} />,
        },
        ...(suggestions.some(({ count }) => count !== undefined)
          ? [{ title: t('Count'), width: '60px', number: true, cell: ({ count = 1 }: Suggestion) => formatCount(count) }]
          : []),
      ]}
    />
  );
}

/** `id` is its identity and is in the URL; `text` is read by screen readers. */
export interface QueueItem {
  id: string;
  text: string;
}

export interface QueueProps<T extends QueueItem> {
  rows: readonly T[];
  /** Of the table. */
  label: string;
  /** The count of items as text. */
  count: (items: number) => string;
  /** A call is running. */
  busy: boolean;
  columns: readonly Column<T & { /** It was relabeled here. */ isEdited: boolean }>[];
  /** The editor of the open item. */
  relabel: (row: T, change: (next: T) => void) => ComponentChildren;
  /** Bulk actions. */
  bulk?: (selected: readonly T[], change: (next: readonly T[]) => void) => ComponentChildren;
  onAccept: (rows: readonly T[]) => void;
  onIgnore: (rows: readonly T[]) => void;
  empty: ComponentChildren;
}

/** The open item is in the URL, as `at`; without one it is the first, so that a queue is worked off by accepting or ignoring in a row. */
export function Queue<T extends QueueItem>({ rows: given, count, busy, columns, onAccept, onIgnore, ...rest }: QueueProps<T>) {
  const at = useRoute().query.get('at');
  const [selected, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [edits, setEdits] = useState<ReadonlyMap<string, T>>(new Map());
  const rows = given.map((row) => ({ ...row, ...edits.get(row.id), isEdited: edits.has(row.id) }));
  const open = rows.find(({ id }) => id === at) ?? rows[0];
  const picked = rows.filter(({ id }) => selected.has(id));
  const meant = picked.length > 0 ? picked : open ? [open] : [];
  const step = (by: number): void => {
    const next = rows[rows.findIndex(({ id }) => id === open?.id) + by];
    if (next) setQuery({ at: next.id });
  };
  const toggle = (id: string): void => setChosen(toggled(selected, id));
  const edit = (changed: readonly T[]): void => setEdits(new Map([...edits, ...changed.map((row) => [row.id, row] as const)]));
  const done = (act: () => void): void => {
    if (meant.length === 0 || busy) return;
    act();
    setChosen(new Set());
    const last = rows.findIndex(({ id }) => id === meant.at(-1)!.id);
    setQuery({ at: open && meant.includes(open) ? rows.find((row, i) => i > last && !meant.includes(row))?.id : (at ?? undefined) });
  };
  const accept = (): void => done(() => onAccept(meant));
  const ignore = (): void => done(() => onIgnore(meant));
  useActions([
    { title: t('Accept selected'), needs: 'label', keys: 'a', run: accept },
    { title: t('Ignore selected'), needs: 'label', keys: 'i', run: ignore },
    { title: t('Next one to review'), keys: 'j', run: () => step(1) },
    { title: t('Previous one to review'), keys: 'k', run: () => step(-1) },
  ]);
  if (rows.length === 0) return <>{rest.empty}</>;
  return (
    <div class="stack">
      <div class="spread">
        <span class="soft" role="status">
          {picked.length > 0
            ? t('{items} to review, {count} selected', { items: count(rows.length), count: picked.length })
            : t('{items} to review', { items: count(rows.length) })}
        </span>
        <span class="row">
          <Button onClick={() => setChosen(selected.size === rows.length ? new Set() : new Set(rows.map(({ id }) => id)))}>
            {selected.size === rows.length ? t('Clear selection') : t('Select all')}
          </Button>
          {picked.length > 0 && rest.bulk?.(picked, edit)}
          <Button kind="primary" icon="check" keys="a" busy={busy} disabled={meant.length === 0} onClick={accept} text={t('Accept')} />
          <Button needs="label" icon="close" keys="i" disabled={meant.length === 0 || busy} onClick={ignore} text={t('Ignore')} />
        </span>
      </div>
      {open && (
        <Card title={t('Check and accept')} level={3}>
          <div class="stack tight" key={open.id}>
            {rest.relabel(open, (next) => edit([next]))}
          </div>
        </Card>
      )}
      <Table
        label={rest.label}
        rows={rows}
        keyOf={({ id }) => id}
        onOpen={({ id }) => setQuery({ at: id })}
        onToggle={({ id }) => toggle(id)}
        selected={({ id }) => selected.has(id) || id === open?.id}
        columns={[checkColumn(selected, toggle), ...columns]}
      />
    </div>
  );
}
