/** A table of utterances: search, filter, open, and select for bulk actions. */
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { CheckField, SelectField, TextField } from '../../kit/form.tsx';
import { formatCount, plural } from '../../kit/format.ts';
import { Button, Empty, Tag } from '../../kit/parts.tsx';
import { setQuery, useRoute } from '../../kit/router.tsx';
import { Table } from '../../kit/table.tsx';
import type { EntityChoice } from './entities.ts';
import { filterUtterances, isFiltering, parseFilter } from './filter.ts';
import type { Filter, Utterance } from './filter.ts';
import { MarkedText } from './prediction-view.tsx';

export interface UtteranceTableProps<U extends Utterance> {
  rows: readonly U[];
  intents: readonly string[];
  entities: readonly EntityChoice[];
  /** The id of the open utterance. */
  open?: string;
  onOpen: (row: U) => void;
  /** Ids of the selected utterances. */
  selected: ReadonlySet<string>;
  onSelectedChange: (ids: ReadonlySet<string>) => void;
  /** Bulk actions. */
  actions?: ComponentChildren;
  empty?: ComponentChildren;
  height?: number;
}

/** The filter is in the URL: `find`, `intent`, `entity`, `problems`, `predicted`. */
export function UtteranceTable<U extends Utterance>({
  rows,
  intents,
  entities,
  open,
  onOpen,
  selected,
  onSelectedChange,
  actions,
  empty,
  height,
}: UtteranceTableProps<U>) {
  const filter = useFilter();
  const shown = useMemo(() => filterUtterances(rows, filter), [rows, ...Object.values(filter)]);
  const hasProblems = useMemo(() => rows.some(({ problem }) => problem !== undefined), [rows]);
  const toggle = (id: string): void =>
    onSelectedChange(selected.has(id) ? new Set([...selected].filter((one) => one !== id)) : new Set([...selected, id]));
  if (rows.length === 0 && empty !== undefined) return <>{empty}</>;
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
        height={height}
        keyOf={({ id }) => id}
        onOpen={onOpen}
        selected={({ id }) => id === open || selected.has(id)}
        onToggle={({ id }) => toggle(id)}
        empty={<Empty icon="search" title={t('No matches')} text={t('Change or clear the filters.')} />}
        columns={[
          {
            title: '',
            width: '20px',
            cell: ({ id, text }) => (
              <input
                type="checkbox"
                tabIndex={-1}
                aria-label={t('Select {text}', { text })}
                checked={selected.has(id)}
                onChange={() => toggle(id)}
              />
            ),
          },
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
