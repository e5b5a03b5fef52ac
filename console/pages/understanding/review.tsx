/** Logged queries that the app would learn most from. */
import { t } from '../../i18n/messages.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { Async } from '../../kit/async.tsx';
import { plural } from '../../kit/format.ts';
import { useAction, useLoad } from '../../kit/hooks.ts';
import { Button, Card, Empty } from '../../kit/parts.tsx';
import { setQuery } from '../../kit/router.tsx';
import { toast } from '../../kit/toast.tsx';
import type { LabeledText } from '../../shared/language/entities.ts';
import { ReviewQueue } from '../../shared/language/review-queue.tsx';
import { addUtterances } from './bulk-changes.ts';
import { useChange } from './changes.tsx';
import { toSuggestion, type Suggested } from './content.ts';
import { useVersion } from './version.ts';

const QUERY = { take: 200, enableNestedChildren: true };

export function Review() {
  const { client, path, app, info, intents, entities, utterances, put, createEntity } = useVersion();
  const change = useChange();
  const suggestions = useLoad(
    async (signal) =>
      (await client.get<Suggested[]>(`${path}/suggest`, { query: QUERY, signal })).map((one) => toSuggestion(one, entities)),
    [client, path],
  );
  const settle = (texts: ReadonlySet<string>): void => suggestions.put((suggestions.value ?? []).filter(({ text }) => !texts.has(text)));
  const accept = useAction(async (texts: readonly LabeledText[]) => {
    // Queries that someone else has labeled meanwhile are settled too.
    const rejected = await addUtterances(client, path, texts, {
      known: utterances,
      onProgress: put,
      change: async (steps) => void (await change(steps)),
    });
    const accepted = texts.filter(({ text }) => !rejected.some((one) => one.text === text));
    settle(new Set(accepted.map(({ text }) => text)));
    const added = accepted.filter(({ text }) => !utterances.some((one) => one.text === text));
    if (accepted.length > 0)
      toast(t('{count} accepted', { count: plural(accepted.length, 'query', 'queries') }), {
        more: accepted.map(({ text, intent }) => `${text}: ${intent}`).join(' · '),
        action: added.length > 0 ? { title: t('Undo'), run: () => void undo.run(added) } : undefined,
      });
    if (rejected.length > 0)
      throw new Error(t('{queries} rejected: {why}', { queries: plural(rejected.length, 'query', 'queries'), why: rejected[0]!.why }));
  });
  /** The utterances go, and the queries are to review again. */
  const undo = useAction(async (added: readonly LabeledText[]) => {
    await change(added.map((before) => ({ before })));
    suggestions.reload();
  });
  const ignore = useAction(async (texts: readonly string[]) => {
    await client.post(`${path}/suggest/ignore`, texts);
    settle(new Set(texts));
    toast(t('{count} ignored', { count: plural(texts.length, 'query', 'queries') }));
  });
  const create = useAction(createEntity);
  const empty =
    info.value?.lastTrainedDateTime == null ? (
      <Empty icon="understanding" title={t('Train first')} text={t('Queries are sorted by how uncertain the trained version is.')} />
    ) : (
      <Empty
        icon="check"
        title={t('Nothing to review')}
        actions={<Button onClick={() => setQuery({ tab: 'playground', at: undefined }, { replace: false })}>{t('Run a query')}</Button>}
      >
        {t('Queries of the published app appear here for thirty days, the most uncertain first.')}
      </Empty>
    );
  return (
    <Card title={t('Review queries')} actions={<Button kind="quiet" icon="refresh" label={t('Reload')} onClick={suggestions.reload} />}>
      <div class="stack">
        <Async of={suggestions} what={t('Loading queries')}>
          {(rows) => (
            <ReviewQueue
              suggestions={rows}
              intents={intents}
              entities={entities}
              language={app.culture}
              busy={accept.busy || ignore.busy}
              onAccept={(texts) => void accept.run(texts)}
              onIgnore={(texts) => void ignore.run(texts)}
              onCreate={(entity) => void create.run(entity)}
              empty={empty}
            />
          )}
        </Async>
        <ApiCall call={{ method: 'GET', path: `${path}/suggest`, query: QUERY }} />
      </div>
    </Card>
  );
}
