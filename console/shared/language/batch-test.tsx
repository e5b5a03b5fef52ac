/** Batch tests: a file of texts with expected results is predicted and compared; shows metrics and errors. */
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Problem, ProgressBar } from '../../kit/async.tsx';
import { FileDrop } from '../../kit/file-drop.tsx';
import { formatCount, formatPercent } from '../../kit/format.ts';
import { Button, Card, Figure, Tag } from '../../kit/parts.tsx';
import { Table } from '../../kit/table.tsx';
import type { EntityChoice } from './entities.ts';
import { compareTests, readTests } from './evaluation.ts';
import type { BatchPrediction, BatchResult, BatchText, EntitySpan } from './evaluation.ts';
import { ConfusionMatrix, MetricsTable } from './metrics-view.tsx';
import { MarkedText } from './prediction-view.tsx';

export interface BatchTestProps {
  /** Predicts a text. */
  ask: (text: string, signal: AbortSignal) => Promise<{ intent: string; entities: readonly EntitySpan[] }>;
  /** Entities that can be labelled. */
  entities: readonly EntityChoice[];
  /** Which model is called, and how. */
  children?: ComponentChildren;
}

const WORDS = { text: 'Utterance', texts: 'utterances', class: 'Intent', classes: 'Intents' };

const read = (content: string): { text: string; expected: string[]; labels: readonly EntitySpan[] }[] =>
  readTests(content).map(({ text, intent, labels }) => ({ text, expected: [intent], labels }));

export function BatchTest({ ask, entities, children }: BatchTestProps): JSX.Element {
  return (
    <BatchRun
      read={read}
      size={1}
      entities={entities}
      words={WORDS}
      accept=".json,.txt,.tsv"
      hint="JSON as in an exported app, or one utterance per line: intent, tab, utterance"
      ask={async ([text], signal) => {
        const { intent, entities: found } = await ask(text!, signal);
        return [{ classes: [intent], entities: found }];
      }}
    >
      {children}
    </BatchRun>
  );
}

export interface BatchRunProps {
  /** Parses the test cases of a file; throws what is wrong with it. */
  read: (content: string) => readonly BatchText[];
  /** Predicts texts, in order. */
  ask: (texts: readonly string[], signal: AbortSignal) => Promise<readonly BatchPrediction[]>;
  /** Texts per call. */
  size: number;
  /** Entities that can be labelled. */
  entities: readonly EntityChoice[];
  words: BatchWords;
  /** Accepted files, and their content. */
  accept: string;
  hint: string;
  /** Which model is called, and how. */
  children?: ComponentChildren;
}

const CONCURRENCY = 4;
/** How often progress is shown. */
const PROGRESS_MS = 200;

/** Runs a batch test: texts with expected results are predicted a few at a time, then compared. */
export function BatchRun({ read, ask, size, entities, words, accept, hint, children }: BatchRunProps): JSX.Element {
  const [state, setState] = useState<{ done: number; of: number }>();
  const [tested, setTested] = useState<readonly BatchResult[]>();
  const [error, setError] = useState<Error>();
  const stop = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const run = async (file: File): Promise<void> => {
    stop.current?.abort();
    const controller = new AbortController();
    stop.current = controller;
    setError(undefined);
    setTested(undefined);
    try {
      const tests = read(await file.text());
      setState({ done: 0, of: tests.length });
      const results = new Array<BatchResult>(tests.length);
      let [next, done, reportedAt] = [0, 0, performance.now()];
      const work = async (): Promise<void> => {
        while (next < tests.length && !controller.signal.aborted) {
          const from = next;
          const some = tests.slice(from, (next += size));
          const predictions = await ask(
            some.map(({ text }) => text),
            controller.signal,
          );
          for (const [i, test] of some.entries())
            results[from + i] = { ...test, predicted: predictions[i]!.classes, found: predictions[i]!.entities };
          done += some.length;
          if (performance.now() - reportedAt > PROGRESS_MS) {
            reportedAt = performance.now();
            setState({ done, of: tests.length });
          }
        }
      };
      await Promise.all(Array.from({ length: CONCURRENCY }, work));
      if (!controller.signal.aborted) setTested(results);
    } catch (failure) {
      controller.abort();
      if (stop.current === controller) setError(failure as Error);
    }
    if (stop.current === controller) setState(undefined);
  };
  return (
    <>
      <Card title="Batch test">
        <div class="stack">
          {children}
          <FileDrop label="Drop a test file here" accept={accept} hint={hint} onFiles={([file]) => void run(file!)} />
          {state && (
            <div class="stack tight" role="status">
              <div class="spread">
                <span>
                  {formatCount(state.done)} of {formatCount(state.of)}
                </span>
                <Button
                  icon="stop"
                  onClick={() => {
                    stop.current?.abort();
                    setState(undefined);
                  }}
                >
                  Stop
                </Button>
              </div>
              <ProgressBar progress={state.done / state.of} label="Testing" />
            </div>
          )}
          {error && <Problem error={error} />}
        </div>
      </Card>
      {tested && <BatchResults tested={tested} entities={entities} words={words} />}
    </>
  );
}

/** What texts and classes are called. */
export interface BatchWords {
  text: string;
  texts: string;
  class: string;
  classes: string;
}

const MAX_CLASSES = 200;

/** Results of a batch test: metrics of each class and entity, and the texts that failed. */
function BatchResults({
  tested,
  entities,
  words,
}: {
  tested: readonly BatchResult[];
  entities: readonly EntityChoice[];
  words: BatchWords;
}): JSX.Element {
  const [cell, setCell] = useState<{ expected: string; predicted: string }>();
  const { classes, learned, matrix, isLabelled, rows, share } = useMemo(() => compareTests(tested, entities), [tested]);
  const shown = cell
    ? rows.filter(({ expected, predicted }) => expected[0] === cell.expected && predicted[0] === cell.predicted)
    : rows.filter(({ classesWrong, entitiesWrong }) => classesWrong || entitiesWrong);
  const hasEntities = entities.length + learned.length > 0;
  return (
    <>
      <div class="language-figures">
        {classes.length > 0 && <Figure value={formatPercent(share, 1)} label={`${words.classes.toLowerCase()} correct`} />}
        <Figure value={formatCount(tested.length)} label={words.texts} />
        {classes.length > 0 && (
          <Figure
            value={formatCount(rows.filter(({ classesWrong }) => classesWrong).length)}
            label={`wrong ${words.class.toLowerCase()}`}
          />
        )}
        {isLabelled && <Figure value={formatCount(rows.filter(({ entitiesWrong }) => entitiesWrong).length)} label="wrong entities" />}
      </div>
      {hasEntities && !isLabelled && <p class="note">The file has no entity labels, so entities are not evaluated.</p>}
      <div class="columns language-results">
        {classes.length > 0 && (
          <Card flush title={words.classes}>
            <MetricsTable label={`Metrics by ${words.class.toLowerCase()}`} of={words.class} rows={classes} height={300} />
          </Card>
        )}
        {learned.length > 0 && (
          <Card flush title="Entities">
            <MetricsTable label="Metrics by entity" of="Entity" counted="Labels" rows={learned} height={300} />
          </Card>
        )}
      </div>
      {matrix && (
        <Card title="Confusion matrix">
          <ConfusionMatrix matrix={matrix} onCell={(expected, predicted) => setCell({ expected, predicted })} />
        </Card>
      )}
      <Card
        title={cell ? `${cell.expected} predicted as ${cell.predicted}` : 'Errors'}
        actions={cell && <Button onClick={() => setCell(undefined)}>All errors</Button>}
      >
        <Table
          label={`Tested ${words.texts}`}
          rows={shown}
          keyOf={({ place }) => place}
          empty={<p class="soft">No errors.</p>}
          columns={[
            {
              title: words.text,
              width: 'minmax(200px, 3fr)',
              cell: ({ text, labels }) => (
                <MarkedText text={text.slice(0, MAX_CLASSES)} labels={labels.filter(({ end }) => end <= MAX_CLASSES)} entities={entities} />
              ),
            },
            ...(classes.length > 0
              ? [
                  { title: words.class, width: 'minmax(90px, 1fr)', cell: ({ expected }: BatchResult) => expected.join(', ') },
                  {
                    title: 'Predicted',
                    width: 'minmax(90px, 1fr)',
                    cell: ({ predicted, classesWrong }: (typeof rows)[number]) =>
                      classesWrong ? <Tag kind="danger">{predicted.join(', ') || 'none'}</Tag> : predicted.join(', '),
                  },
                ]
              : []),
            ...(hasEntities
              ? [
                  {
                    title: 'Found',
                    width: 'minmax(120px, 2fr)',
                    cell: ({ text, found, entitiesWrong }: (typeof rows)[number]) => (
                      <span class={entitiesWrong ? '' : 'soft'}>
                        {found.map(({ entity, start, end }) => `${entity}: ${text.slice(start, end)}`).join(', ')}
                      </span>
                    ),
                  },
                ]
              : []),
          ]}
        />
      </Card>
    </>
  );
}
