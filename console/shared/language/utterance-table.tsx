/** A table of utterances: search, filter, open, and select for bulk actions. */
import type { ComponentChildren, JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { CheckField, SelectField, TextField } from '../../kit/form.tsx';
import { plural } from '../../kit/format.ts';
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
}: UtteranceTableProps<U>): JSX.Element {
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
          label="Search utterances"
          placeholder="Search"
          value={filter.find}
          onInput={(find) => setFilter({ find })}
        />
        <SelectField
          bare
          label="Filter by intent"
          value={filter.intent}
          onInput={(intent) => setFilter({ intent })}
          options={[{ value: '', label: 'All intents' }, ...intents]}
        />
        <CheckField label="Problems only" value={filter.problems} onInput={(problems) => setFilter({ problems })} />
      </div>
      <div class="spread">
        <span class="soft" role="status">
          {shown.length === rows.length ? plural(rows.length, 'utterance') : `${plural(shown.length, 'utterance')} of ${rows.length}`}
          {filter.predicted !== '' && `, predicted as ${filter.predicted}`}
          {filter.entity !== '' && `, with ${filter.entity}`}
          {isFiltering(filter) && (
            <Button
              kind="quiet"
              icon="close"
              onClick={() => setFilter({ find: '', intent: '', entity: '', problems: false, predicted: '' })}
            >
              Clear filters
            </Button>
          )}
        </span>
        <span class="row">
          {selected.size > 0 && <span class="soft">{selected.size} selected</span>}
          {shown.length > 0 &&
            (shown.every(({ id }) => selected.has(id)) ? (
              <Button onClick={() => onSelectedChange(new Set())}>Clear selection</Button>
            ) : (
              <Button onClick={() => onSelectedChange(new Set([...selected, ...shown.map(({ id }) => id)]))}>Select all</Button>
            ))}
          {actions}
        </span>
      </div>
      <Table
        label="Utterances"
        rows={shown}
        height={height}
        keyOf={({ id }) => id}
        onOpen={onOpen}
        selected={({ id }) => id === open || selected.has(id)}
        onToggle={({ id }) => toggle(id)}
        empty={
          <Empty icon="search" title="No matches">
            Change or clear the filters.
          </Empty>
        }
        columns={[
          {
            title: '',
            width: '20px',
            cell: ({ id, text }) => (
              <input type="checkbox" tabIndex={-1} aria-label={`Select ${text}`} checked={selected.has(id)} onChange={() => toggle(id)} />
            ),
          },
          {
            title: 'Utterance',
            width: 'minmax(200px, 3fr)',
            cell: ({ text, labels }) => <MarkedText text={text} labels={labels} entities={entities} />,
          },
          { title: 'Intent', width: 'minmax(90px, 1fr)', cell: ({ intent }) => intent },
          ...(hasProblems
            ? [
                {
                  title: 'Problem',
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

export function setFilter({ problems, ...rest }: Partial<Filter>): void {
  setQuery({ ...rest, ...(problems !== undefined && { problems: problems ? '1' : undefined }) });
}
