/**
 * Logged queries of the project. Accepted ones go into the draft; they leave the queue on the server when the draft is saved, in the same
 * change: so a closed tab loses nothing.
 */
import type { ComponentChildren, JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { rich, t } from '../../i18n/messages.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { Async } from '../../kit/async.tsx';
import { plural } from '../../kit/format.ts';
import { useAction, useLoad } from '../../kit/hooks.ts';
import { Button, Card, Empty } from '../../kit/parts.tsx';
import { setQuery } from '../../kit/router.tsx';
import { toast } from '../../kit/toast.tsx';
import { loadPages, projectPath } from './calls.ts';
import { useProject } from './context.ts';

interface ScoredItem {
  category: string;
  confidenceScore: number;
}
export interface LoggedQuery {
  id: string;
  text: string;
  language?: string;
  count: number;
  confidenceScore: number;
  intents?: ScoredItem[];
  classes?: ScoredItem[];
  entities?: (ScoredItem & { offset: number; length: number })[];
}

export interface ReviewedQueries {
  /** The most uncertain first, without those in the draft. */
  queries: readonly LoggedQuery[];
  busy: boolean;
  ignore: (queries: readonly LoggedQuery[]) => void;
  empty: ComponentChildren;
}

const MAX_QUERIES = '250';

const normalizeText = (text: string): string => text.trim().toLowerCase();

/** `texts` are those of the draft; `how` says how queries get logged. */
export function Review({
  texts,
  how,
  children,
}: {
  texts: readonly string[];
  how: ComponentChildren;
  children: (reviewed: ReviewedQueries) => JSX.Element;
}) {
  const { client, family, name } = useProject();
  const path = projectPath(family, name, '/queries', { maxpagesize: MAX_QUERIES });
  const logged = useLoad((signal) => loadPages<LoggedQuery>(client, path, signal), [client, path]);
  const draft = useMemo(() => new Set(texts.map(normalizeText)), [texts]);
  const ignore = useAction(async (queries: readonly LoggedQuery[]) => {
    const gone = new Set(queries.map(({ id }) => id));
    await client.post(projectPath(family, name, '/queries/:ignore'), { ids: [...gone] });
    logged.put((logged.value ?? []).filter(({ id }) => !gone.has(id)));
    toast(t('{size} ignored', { size: plural(gone.size, 'query', 'queries') }));
  });
  const empty = (
    <Empty
      icon="check"
      title={t('Nothing to review')}
      actions={<Button onClick={() => setQuery({ tab: 'playground', at: undefined }, { replace: false })}>{t('Run a query')}</Button>}
    >
      {rich('{how} Queries are kept for thirty days, at most a thousand; the most uncertain come first.', { how })}
    </Empty>
  );
  return (
    <Card title={t('Review queries')} actions={<Button kind="quiet" icon="refresh" label={t('Reload')} onClick={logged.reload} />}>
      <div class="stack">
        <Async of={logged} what={t('Loading queries')}>
          {(all) => {
            const queries = all.filter(({ text }) => !draft.has(normalizeText(text)));
            return <>{children({ queries, busy: ignore.busy, ignore: (some) => void ignore.run(some), empty })}</>;
          }}
        </Async>
        <ApiCall call={{ method: 'GET', path }} />
      </div>
    </Card>
  );
}
