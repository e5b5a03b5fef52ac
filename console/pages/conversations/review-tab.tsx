/** Logged queries of the project. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { plural } from '../../kit/format.ts';
import { toast } from '../../kit/toast.tsx';
import { ReviewQueue } from '../../language/review-queue.tsx';
import { useProject } from '../../projects/context.ts';
import { Review } from '../../projects/review.tsx';
import { labelChoices } from './assets.ts';
import type { Assets } from './assets.ts';
import { toSuggestions, addAccepted } from './review-queries.ts';

export function ReviewTab(): JSX.Element {
  const { assets, edit, metadata: { language } } = useProject<Assets>();
  const texts = useMemo(() => assets.utterances.map(({ text }) => text), [assets.utterances]);
  return <Review texts={texts} how={<>Queries are logged when the caller sets <code>isLoggingEnabled: true</code> in the parameters.</>}>{({ queries, busy, ignore, empty }) => <ReviewQueue
    suggestions={toSuggestions(queries, assets)} intents={assets.intents.map(({ category }) => category)} entities={labelChoices(assets)} language={language} busy={busy} empty={empty}
    onAccept={(accepted) => {
      edit(addAccepted(assets, accepted, queries, language));
      toast(`${plural(accepted.length, 'query', 'queries')} accepted; Ctrl+Z to undo`);
    }}
    onIgnore={(ignored) => ignore(queries.filter(({ text }) => ignored.includes(text)))} />}</Review>;
}
