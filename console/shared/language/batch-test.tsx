/** Test sets: texts with expected results, predicted by any model and compared. They are kept, to be run again against later models. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { useAccount } from '../../kit/accounts.ts';
import { Problem, ProgressBar } from '../../kit/async.tsx';
import { confirm } from '../../kit/dialog.tsx';
import { FileDrop } from '../../kit/file-drop.tsx';
import { formatAge, formatCount, formatPercent } from '../../kit/format.ts';
import { useAction, useLoad } from '../../kit/hooks.ts';
import { Button, Card } from '../../kit/parts.tsx';
import { Table } from '../../kit/table.tsx';
import { BatchResults, type BatchWords } from './batch-results.tsx';
import type { EntityChoice } from './entities.ts';
import { compareTests, readTests, type BatchPrediction, type BatchResult, type BatchText, type EntitySpan } from './evaluation.ts';
import { deleteTestSet, listTestSets, putTestSet, TEST_SETS, withRun, type TestSetPlace } from './test-sets.ts';
import type { TestSet } from './test-set.ts';

export interface BatchTestProps extends Pick<BatchRunProps, 'place' | 'model' | 'entities' | 'children'> {
  /** Predicts a text. */
  ask: (text: string, signal: AbortSignal) => Promise<{ intent: string; entities: readonly EntitySpan[] }>;
}

const WORDS: BatchWords = {
  text: t('Utterance'),
  class: t('Intent'),
  classes: t('Intents'),
  texts: t('utterances'),
  correct: t('intents correct'),
  wrong: t('wrong intent'),
  metrics: t('Metrics by intent'),
  tested: t('Tested utterances'),
};

const read = (content: string): { text: string; expected: string[]; labels: readonly EntitySpan[] }[] =>
  readTests(content).map(({ text, intent, labels }) => ({ text, expected: [intent], labels }));

export function BatchTest({ ask, ...rest }: BatchTestProps) {
  return (
    <BatchRun
      {...rest}
      read={read}
      size={1}
      words={WORDS}
      accept=".json,.txt,.tsv"
      hint={t('JSON as in an exported app, or one utterance per line: intent, tab, utterance')}
      ask={async ([text], signal) => {
        const { intent, entities: found } = await ask(text!, signal);
        return [{ classes: [intent], entities: found }];
      }}
    />
  );
}

export interface BatchRunProps {
  /** Where the test sets of the app or project are. */
  place: TestSetPlace;
  /** The model that is called. */
  model: string;
  /** Parses the test cases of a file; throws what is wrong with it. */
  read: (content: string) => readonly BatchText[];
  /** Predicts texts, in order. */
  ask: (texts: readonly string[], signal: AbortSignal) => Promise<readonly BatchPrediction[]>;
  /** Texts per call. */
  size: number;
  /** Entities that can be labeled. */
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

/** Runs a test set: its texts are predicted a few at a time, then compared. */
export function BatchRun({ place, model, read, ask, size, entities, words, accept, hint, children }: BatchRunProps) {
  const { client } = useAccount();
  const sets = useLoad((signal) => listTestSets(client, place, signal), [client, place.path], { follows: TEST_SETS });
  const [state, setState] = useState<{ done: number; of: number }>();
  const [tested, setTested] = useState<readonly BatchResult[]>();
  const [error, setError] = useState<Error>();
  const stop = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const predictAll = async (tests: readonly BatchText[], signal: AbortSignal): Promise<BatchResult[]> => {
    const results = new Array<BatchResult>(tests.length);
    let [next, done, reportedAt] = [0, 0, performance.now()];
    const work = async (): Promise<void> => {
      while (next < tests.length && !signal.aborted) {
        const from = next;
        const some = tests.slice(from, (next += size));
        const predictions = await ask(
          some.map(({ text }) => text),
          signal,
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
    return results;
  };
  const run = async (set: Omit<TestSet, 'count'>): Promise<void> => {
    stop.current?.abort();
    const controller = new AbortController();
    stop.current = controller;
    setError(undefined);
    setTested(undefined);
    try {
      const tests = read(set.content);
      setState({ done: 0, of: tests.length });
      const results = await predictAll(tests, controller.signal);
      if (!controller.signal.aborted) {
        setTested(results);
        const run = { model, runDateTime: new Date().toISOString(), share: shareOf(results, entities) };
        await putTestSet(client, place, withRun({ ...set, count: tests.length }, run));
        sets.reload();
      }
    } catch (failure) {
      controller.abort();
      if (stop.current === controller) setError(failure as Error);
    }
    if (stop.current === controller) setState(undefined);
  };
  const add = async (file: File): Promise<void> => {
    const before = (sets.value ?? []).find(({ name }) => name === file.name);
    const content = await file.text();
    const runs = before?.content === content ? before.runs : [];
    await run({ name: file.name, content, addedDateTime: new Date().toISOString(), runs });
  };
  return (
    <>
      <Card title={t('Run a test set')}>
        <div class="stack">
          {children}
          <FileDrop label={t('Drop a test file here')} accept={accept} hint={hint} onFiles={([file]) => void add(file!)} />
          {state && (
            <div class="stack tight" role="status">
              <div class="spread">
                <span>{t('{done} of {count}', { done: formatCount(state.done), count: formatCount(state.of) })}</span>
                <Button
                  icon="stop"
                  onClick={() => {
                    stop.current?.abort();
                    setState(undefined);
                  }}
                  text={t('Stop')}
                />
              </div>
              <ProgressBar progress={state.done / state.of} label={t('Testing')} />
            </div>
          )}
          {error && <Problem error={error} />}
        </div>
      </Card>
      <TestSets place={place} sets={sets.value ?? []} isBusy={state !== undefined} onRun={(set) => void run(set)} onDeleted={sets.reload} />
      {tested && <BatchResults tested={tested} entities={entities} words={words} />}
    </>
  );
}

/** Of the texts with the right classes; if none has classes, of those without a wrong entity. */
function shareOf(results: readonly BatchResult[], entities: readonly EntityChoice[]): number {
  const { classes, rows, share } = compareTests(results, entities);
  return classes.length > 0 ? share : rows.filter(({ entitiesWrong }) => !entitiesWrong).length / Math.max(1, rows.length);
}

/** The kept sets with the outcomes of their last runs. */
function TestSets({
  place,
  sets,
  isBusy,
  onRun,
  onDeleted,
}: {
  place: TestSetPlace;
  sets: readonly TestSet[];
  isBusy: boolean;
  onRun: (set: TestSet) => void;
  onDeleted: () => void;
}) {
  const { client } = useAccount();
  const remove = useAction(async (set: TestSet) => {
    const { name } = set;
    if (
      !(await confirm({
        title: t('Delete {name}?', { name }),
        text: t('The test set and the outcomes of its runs are deleted for everyone.'),
        action: t('Delete'),
      }))
    )
      return;
    await deleteTestSet(client, place, set);
    onDeleted();
  });
  if (sets.length === 0) return null;
  return (
    <Card flush title={t('Test sets')}>
      <Table
        label={t('Test sets')}
        rows={sets}
        height={300}
        keyOf={({ name }) => name}
        columns={[
          { title: t('Name'), width: 'minmax(120px, 1fr)', cell: ({ name }) => name },
          { title: t('Tests'), width: '70px', number: true, cell: ({ count }) => formatCount(count) },
          {
            title: t('Last runs'),
            width: 'minmax(200px, 2fr)',
            cell: ({ runs }) =>
              runs
                .slice(0, 3)
                .map((one) => `${one.model} ${formatPercent(one.share, 1)} (${formatAge(one.runDateTime)})`)
                .join(', '),
          },
          {
            title: t('Actions'),
            width: '130px',
            cell: (set) => (
              <span class="row">
                <Button
                  needs="label"
                  icon="play"
                  label={t('Run {name}', { name: set.name })}
                  disabled={isBusy}
                  onClick={() => onRun(set)}
                />
                <Button
                  kind="quiet"
                  needs="label"
                  icon="trash"
                  label={t('Delete {name}', { name: set.name })}
                  onClick={() => void remove.run(set)}
                />
              </span>
            ),
          },
        ]}
      />
    </Card>
  );
}
