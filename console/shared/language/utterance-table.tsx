/** A table of utterances: search, filter, open, and select for bulk actions. */
import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { useActions } from '../../kit/actions.ts';
import { CheckField, SelectField, TextField } from '../../kit/form.tsx';
import { formatCount, plural } from '../../kit/format.ts';
import type { IconName } from '../../kit/icons.tsx';
import { Button, Card, Empty, Tag } from '../../kit/parts.tsx';
import { setQuery, useRoute } from '../../kit/router.tsx';
import { checkColumn, Table, toggled } from '../../kit/table.tsx';
import type { EntityChoice } from './entities.ts';
import { filterUtterances, isFiltering, parseFilter, type Filter, type Utterance } from './filter.ts';
import { MarkedText } from './prediction-view.tsx';

export interface UtteranceTableProps<U extends Utterance> {
  rows: readonly U[];
  intents: readonly string[];
  entities: readonly EntityChoice[];
  /** Ids of the selected utterances. */
  selected: ReadonlySet<string>;
  onSelectedChange: (ids: ReadonlySet<string>) => void;
  /** Bulk actions. */
  actions?: ComponentChildren;
}

export interface UtteranceListProps<U extends Utterance> extends UtteranceTableProps<U> {
  icon: IconName;
  /** Intents and entities. */ tree: ComponentChildren;
  /** Of the open utterance. */ editor: (row: U, onStep: (by: number) => void, onClose: () => void) => ComponentChildren;
  /** The dialog that adds some. */ adding: (onClose: () => void) => ComponentChildren;
  /** Above the table. */ status?: ComponentChildren;
}

/** Utterances beside their intents and entities; the open one is in the URL, as `at`. */
export function UtteranceList<U extends Utterance>({ icon, tree, editor, adding, status, ...table }: UtteranceListProps<U>) {
  const { rows } = table;
  const open = useRoute().query.get('at') ?? undefined;
  const filter = useFilter();
  const [isAdding, setAdding] = useState(false);
  const opened = useMemo(() => rows.find(({ id }) => id === open), [rows, open]);
  const step = (by: number): void => {
    const shown = filterUtterances(rows, filter);
    const next = shown[Math.max(0, Math.min(shown.length - 1, shown.findIndex(({ id }) => id === open) + by))];
    if (next) setQuery({ at: next.id });
  };
  useActions([
    { title: t('Next utterance'), keys: 'j', run: () => step(1) },
    { title: t('Previous utterance'), keys: 'k', run: () => step(-1) },
    { title: t('Add utterances'), needs: 'label', keys: 'n', run: () => setAdding(true) },
  ]);
  return (
    <div class="split language-split">
      {tree}
      <div class="stack">
        {opened && editor(opened, step, () => setQuery({ at: undefined }))}
        <Card
          title={t('Utterances')}
          actions={<Button kind="primary" icon="add" keys="n" onClick={() => setAdding(true)} text={t('Add utterances')} />}
        >
          <div class="stack">
            {status}
            {rows.length === 0 ? (
              <Empty icon={icon} title={t('No utterances yet')}>
                {t('Add a few for each intent. Lines copied from a spreadsheet can bring their intents along.')}
              </Empty>
            ) : (
              <UtteranceTable {...table} open={open} />
            )}
          </div>
        </Card>
      </div>
      {isAdding && adding(() => setAdding(false))}
    </div>
  );
}

/** Moves the selected utterances to an intent. */
export function MoveField({
  intents,
  disabled,
  onMove,
}: {
  intents: readonly string[];
  disabled?: boolean;
  onMove: (intent: string) => void;
}) {
  return (
    <SelectField
      bare
      needs="label"
      label={t('Move selected to')}
      value=""
      options={[{ value: '', label: t('Move to…') }, ...intents]}
      disabled={disabled}
      onInput={(intent) => intent !== '' && onMove(intent)}
    />
  );
}

/** The filter is in the URL: `find`, `intent`, `entity`, `problems`, `predicted`. */
function UtteranceTable<U extends Utterance>({
  rows,
  intents,
  entities,
  open,
  selected,
  onSelectedChange,
  actions,
}: UtteranceTableProps<U> & { open?: string }) {
  const filter = useFilter();
  const shown = useMemo(() => filterUtterances(rows, filter), [rows, ...Object.values(filter)]);
  const hasProblems = useMemo(() => rows.some(({ problem }) => problem !== undefined), [rows]);
  const toggle = (id: string): void => onSelectedChange(toggled(selected, id));
  return (
    <div class="stack tight">
      <div class="language-filter">
        <TextField
          bare
          type="search"
          label={t('Search utterances')}
          placeholder={t('Search')}
          value={filter.find}
          onInput={(find) => setFilter({ find })}
        />
        <SelectField
          bare
          label={t('Filter by intent')}
          value={filter.intent}
          onInput={(intent) => setFilter({ intent })}
          options={[{ value: '', label: t('All intents') }, ...intents]}
        />
        <CheckField label={t('Problems only')} value={filter.problems} onInput={(problems) => setFilter({ problems })} />
      </div>
      <div class="spread">
        <span class="soft" role="status">
          {shown.length === rows.length
            ? plural(rows.length, 'utterance')
            : t('{utterances} of {count}', { utterances: plural(shown.length, 'utterance'), count: formatCount(rows.length) })}
          {filter.predicted !== '' && ` · ${t('predicted as {predicted}', { predicted: filter.predicted })}`}
          {filter.entity !== '' && ` · ${t('with {entity}', { entity: filter.entity })}`}
          {isFiltering(filter) && <Button kind="quiet" icon="close" onClick={clearFilter} text={t('Clear filters')} />}
        </span>
        <span class="row">
          {selected.size > 0 && <span class="soft">{t('{size} selected', { size: selected.size })}</span>}
          {shown.length > 0 &&
            (shown.every(({ id }) => selected.has(id)) ? (
              <Button onClick={() => onSelectedChange(new Set())}>{t('Clear selection')}</Button>
            ) : (
              <Button onClick={() => onSelectedChange(new Set([...selected, ...shown.map(({ id }) => id)]))}>{t('Select all')}</Button>
            ))}
          {actions}
        </span>
      </div>
      <Table
        label={t('Utterances')}
        rows={shown}
        height={560}
        keyOf={({ id }) => id}
        onOpen={({ id }) => setQuery({ at: id }, { replace: false })}
        selected={({ id }) => id === open || selected.has(id)}
        onToggle={({ id }) => toggle(id)}
        empty={<Empty icon="search" title={t('No matches')} text={t('Change or clear the filters.')} />}
        columns={[
          checkColumn(selected, toggle),
          {
            title: t('Utterance'),
            width: 'minmax(200px, 3fr)',
            cell: ({ text, labels }) => <MarkedText text={text} labels={labels} entities={entities} />,
          },
          { title: t('Intent'), width: 'minmax(90px, 1fr)', cell: ({ intent }) => intent },
          ...(hasProblems
            ? [
                {
                  title: t('Problem'),
                  width: 'minmax(110px, 2fr)',
                  cell: ({ problem }: U) =>
                    problem !== undefined && (
                      <span class="language-problem" title={problem}>
                        <Tag kind="warn">{problem}</Tag>
                      </span>
                    ),
                },
              ]
            : []),
        ]}
      />
    </div>
  );
}

/** The utterance filter in the URL: `find`, `intent`, `entity`, `problems`, `predicted`. */
export function useFilter(): Filter {
  return parseFilter(useRoute().query);
}

export function clearFilter(): void {
  setFilter({ find: '', intent: '', entity: '', problems: false, predicted: '' });
}

export function setFilter({ problems, ...rest }: Partial<Filter>): void {
  setQuery({ ...rest, ...(problems !== undefined && { problems: problems ? '1' : undefined }) });
}
