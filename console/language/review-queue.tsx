/** Logged utterances to review, with their predicted intent and entities. */
import type { ComponentChildren, JSX } from 'preact';
import { SelectField } from '../kit/form.tsx';
import { formatCount as counted } from '../kit/format.ts';
import { Confidence } from '../kit/parts.tsx';
import type { EntityChoice, LabelledText } from './labels.ts';
import { Labeller } from './labeller.tsx';
import { MarkedText } from './marked-text.tsx';
import { Queue } from './queue.tsx';

/** `score` is that of the intent, or of the least certain prediction; `count` is how often it was queried. */
export interface Suggestion extends LabelledText { score: number; count?: number }

export interface ReviewQueueProps {
  /** No duplicates. */
  suggestions: readonly Suggestion[];
  intents: readonly string[];
  entities: readonly EntityChoice[];
  language?: string;
  /** A call is running. */
  busy: boolean;
  onAccept: (texts: readonly LabelledText[]) => void;
  onIgnore: (texts: readonly string[]) => void;
  empty: ComponentChildren;
}

export function ReviewQueue({ suggestions, intents, entities, language, busy, onAccept, onIgnore, empty }: ReviewQueueProps): JSX.Element {
  return <Queue rows={suggestions.map((one) => ({ ...one, id: one.text }))} words={['query', 'queries']} busy={busy} empty={empty}
    onAccept={(rows) => onAccept(rows.map(({ text, intent, labels }) => ({ text, intent, labels })))} onIgnore={(rows) => onIgnore(rows.map(({ text }) => text))}
    bulk={(chosen, change) => <SelectField bare label="Intent of selected" value="" options={[{ value: '', label: 'Set intent…' }, ...intents]} onInput={(intent) => intent !== '' && change(chosen.map((one) => ({ ...one, intent })))} />}
    relabel={(row, change) => <>
      <Labeller text={row.text} language={language} labels={row.labels} entities={entities} onChange={(labels) => change({ ...row, labels })} />
      <SelectField label="Intent" value={row.intent} options={intents} onInput={(intent) => change({ ...row, intent })} />
    </>}
    columns={[
      { title: 'Query', width: 'minmax(200px, 3fr)', cell: ({ text, labels }) => <MarkedText text={text} labels={labels} entities={entities} /> },
      { title: 'Predicted', width: 'minmax(100px, 1fr)', cell: ({ intent, isEdited }) => isEdited ? <strong>{intent}</strong> : intent },
      { title: 'Score', width: '130px', cell: ({ intent, score }) => <Confidence value={score} label={`Score of ${intent}`} /> },
      ...suggestions.some(({ count }) => count !== undefined) ? [{ title: 'Count', width: '60px', number: true, cell: ({ count = 1 }: Suggestion) => counted(count) }] : [],
    ]} />;
}
