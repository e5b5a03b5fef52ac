/** Runs a batch test: texts with expected results are predicted a few at a time, then compared. */
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { FileDrop } from '../kit/file-drop.tsx';
import { formatCount } from '../kit/format.ts';
import { ProgressBar } from '../kit/job.tsx';
import { Button, Card } from '../kit/parts.tsx';
import { Problem } from '../kit/problem.tsx';
import { BatchResults } from './batch-results.tsx';
import type { BatchWords } from './batch-results.tsx';
import type { BatchPrediction, BatchResult, BatchText } from './batch.ts';
import type { EntityChoice } from './labels.ts';

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
      let [next, done, told] = [0, 0, performance.now()];
      const work = async (): Promise<void> => {
        while (next < tests.length && !controller.signal.aborted) {
          const from = next;
          const some = tests.slice(from, next += size);
          const said = await ask(some.map(({ text }) => text), controller.signal);
          for (const [i, test] of some.entries()) results[from + i] = { ...test, predicted: said[i]!.classes, found: said[i]!.entities };
          done += some.length;
          if (performance.now() - told > PROGRESS_MS) {
            told = performance.now();
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
  return <>
    <Card title="Batch test"><div class="stack">
      {children}
      <FileDrop label="Drop a test file here" accept={accept} hint={hint} onFiles={([file]) => void run(file!)} />
      {state && <div class="stack tight" role="status"><div class="spread"><span>{formatCount(state.done)} of {formatCount(state.of)}</span><Button icon="stop" onClick={() => {
        stop.current?.abort();
        setState(undefined);
      }}>Stop</Button></div><ProgressBar progress={state.done / state.of} label="Testing" /></div>}
      {error && <Problem error={error} />}
    </div></Card>
    {tested && <BatchResults tested={tested} entities={entities} words={words} />}
  </>;
}
