/** Batch test of utterances: metrics of each intent and entity, and the utterances that failed. */
import type { ComponentChildren, JSX } from 'preact';
import { readTests } from './batch.ts';
import { BatchRun } from './batch-run.tsx';
import type { EntityChoice } from './labels.ts';
import type { EntitySpan } from './metrics.ts';

export interface BatchTestProps {
  /** Predicts a text. */
  ask: (text: string, signal: AbortSignal) => Promise<{ intent: string; entities: readonly EntitySpan[] }>;
  /** Entities that can be labelled. */
  entities: readonly EntityChoice[];
  /** Which model is called, and how. */
  children?: ComponentChildren;
}

const WORDS = { text: 'Utterance', texts: 'utterances', class: 'Intent', classes: 'Intents' };

const read = (content: string): { text: string; expected: string[]; labels: readonly EntitySpan[] }[] => readTests(content).map(({ text, intent, labels }) => ({ text, expected: [intent], labels }));

export function BatchTest({ ask, entities, children }: BatchTestProps): JSX.Element {
  return <BatchRun read={read} size={1} entities={entities} words={WORDS} accept=".json,.txt,.tsv" hint="JSON as in an exported app, or one utterance per line: intent, tab, utterance" ask={async ([text], signal) => {
    const { intent, entities: found } = await ask(text!, signal);
    return [{ classes: [intent], entities: found }];
  }}>{children}</BatchRun>;
}
