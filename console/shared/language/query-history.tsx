/** The last queries of a playground, in this browser: each can be run again. */
import { useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { formatAge, formatTime } from '../../kit/format.ts';
import { Button, Card } from '../../kit/parts.tsx';
import { Table } from '../../kit/table.tsx';

export interface PastQuery {
  text: string;
  /** The best intent or class, or the entities. */ result: string;
  /** What was queried. */ model: string;
  at: number;
}

export interface QueryHistory {
  queries: readonly PastQuery[];
  add: (query: Omit<PastQuery, 'at'>) => void;
  clear: () => void;
}

const MAX_QUERIES = 50;
const PREFIX = 'perennial-queries ';

/** `scope` is what is queried: an app or project of an account. It lasts as long as the tab: queries may be personal. */
export function useQueryHistory(scope: string): QueryHistory {
  const [queries, setQueries] = useState<readonly PastQuery[]>(() => load(scope));
  const store = (next: readonly PastQuery[]): void => {
    setQueries(next);
    try {
      sessionStorage.setItem(PREFIX + scope, JSON.stringify(next));
    } catch {
      // The storage is full: the history lasts as long as the page.
    }
  };
  return {
    queries,
    add: (query) =>
      store(
        [{ ...query, at: Date.now() }, ...queries.filter(({ text, model }) => text !== query.text || model !== query.model)].slice(
          0,
          MAX_QUERIES,
        ),
      ),
    clear: () => store([]),
  };
}

function load(scope: string): PastQuery[] {
  return JSON.parse(sessionStorage.getItem(PREFIX + scope) ?? '[]') as PastQuery[];
}

export function HistoryCard({ of: { queries, clear }, onRun }: { of: QueryHistory; onRun: (text: string) => void }) {
  if (queries.length === 0) return null;
  return (
    <Card flush title={t('History')} actions={<Button kind="quiet" icon="trash" onClick={clear} text={t('Clear history')} />}>
      <Table
        label={t('Past queries')}
        rows={queries}
        height={300}
        keyOf={({ at }) => at}
        onOpen={({ text }) => onRun(text)}
        columns={[
          { title: t('Query'), width: 'minmax(160px, 3fr)', cell: ({ text }) => text },
          { title: t('Result'), width: 'minmax(90px, 1fr)', cell: ({ result }) => result },
          { title: t('Model'), width: 'minmax(90px, 1fr)', cell: ({ model }) => model },
          { title: t('When'), width: '110px', cell: ({ at }) => <span title={formatTime(at)}>{formatAge(at)}</span> },
        ]}
      />
    </Card>
  );
}
