/** Many utterances at once, with what should be understood: how well each intent and entity does, and which went wrong. */
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { FileDrop } from '../kit/file-drop.tsx';
import { count, percent } from '../kit/format.ts';
import { Bar } from '../kit/job.tsx';
import { Button, Card, Figure, Tag } from '../kit/parts.tsx';
import { Problem } from '../kit/problem.tsx';
import { Table } from '../kit/table.tsx';
import { ConfusionMatrix } from './confusion-matrix.tsx';
import { readTests } from './batch.ts';
import type { EntityChoice, LabelledText } from './labels.ts';
import { MarkedText } from './marked-text.tsx';
import { accuracyOf, classFigures, entityFigures, matrixOf } from './metrics.ts';
import type { Stretch } from './metrics.ts';
import { MetricsTable } from './metrics-table.tsx';

export interface BatchTestProps {
  /** Asks what is understood of a text. */
  ask: (text: string, signal: AbortSignal) => Promise<{ intent: string; entities: readonly Stretch[] }>;
  /** Entities that have labels to compare with. */
  entities: readonly EntityChoice[];
  /** What is asked, and how. */
  children?: ComponentChildren;
}

interface Tested extends LabelledText { predicted: string; found: readonly Stretch[] }

const AT_ONCE = 4;
/** So often is told how far it is. */
const TELL_MS = 200;

export function BatchTest({ ask, entities, children }: BatchTestProps): JSX.Element {
  const [state, setState] = useState<{ done: number; of: number }>();
  const [tested, setTested] = useState<readonly Tested[]>();
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
      const tests = readTests(await file.text());
      setState({ done: 0, of: tests.length });
      const results = new Array<Tested>(tests.length);
      let [next, done, told] = [0, 0, performance.now()];
      const work = async (): Promise<void> => {
        while (next < tests.length && !controller.signal.aborted) {
          const at = next++;
          const { intent, entities: found } = await ask(tests[at]!.text, controller.signal);
          results[at] = { ...tests[at]!, predicted: intent, found };
          done++;
          if (performance.now() - told > TELL_MS) {
            told = performance.now();
            setState({ done, of: tests.length });
          }
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      if (!controller.signal.aborted) setTested(results);
    } catch (failure) {
      controller.abort();
      if (stop.current === controller) setError(failure as Error);
    }
    if (stop.current === controller) setState(undefined);
  };
  return <>
    <Card title="Test with a file"><div class="stack">
      {children}
      <FileDrop label="Drop a test file here" accept=".json,.txt,.tsv" hint="JSON as in an exported app, or a line each: intent, tab, utterance" onFiles={([file]) => void run(file!)} />
      {state && <div class="stack tight" role="status"><div class="spread"><span>{count(state.done)} of {count(state.of)}</span><Button icon="stop" onClick={() => {
        stop.current?.abort();
        setState(undefined);
      }}>Stop</Button></div><Bar progress={state.done / state.of} label="Testing" /></div>}
      {error && <Problem error={error} />}
    </div></Card>
    {tested && <Results tested={tested} entities={entities} />}
  </>;
}

function Results({ tested, entities }: { tested: readonly Tested[]; entities: readonly EntityChoice[] }): JSX.Element {
  const [cell, setCell] = useState<{ expected: string; predicted: string }>();
  const { outcomes, intents, learned, matrix, rows } = useMemo(() => {
    const pairs = tested.map(({ intent, predicted }) => ({ expected: intent, predicted }));
    const taught = new Set([...entities.map(({ name }) => name), ...tested.flatMap(({ labels }) => labels.map(({ entity }) => entity))]);
    const compared = tested.map(({ labels, found }) => ({ expected: labels, found: found.filter(({ entity }) => taught.has(entity)) }));
    const same = (a: readonly Stretch[], b: readonly Stretch[]): boolean => a.length === b.length && a.every((one) => b.some((other) => one.entity === other.entity && one.start === other.start && one.end === other.end));
    return { outcomes: pairs, intents: classFigures(pairs), learned: entityFigures(compared), matrix: matrixOf(pairs), rows: tested.map((one, i) => ({ ...one, place: i, entitiesWrong: !same(compared[i]!.expected, compared[i]!.found) })) };
  }, [tested]);
  const shown = cell ? rows.filter(({ intent, predicted }) => intent === cell.expected && predicted === cell.predicted) : rows.filter(({ intent, predicted, entitiesWrong }) => intent !== predicted || entitiesWrong);
  return <>
    <div class="language-figures"><Figure value={percent(accuracyOf(outcomes), 1)} label="of intents right" /><Figure value={count(tested.length)} label="utterances" /><Figure value={count(rows.filter(({ intent, predicted }) => intent !== predicted).length)} label="of another intent" /><Figure value={count(rows.filter(({ entitiesWrong }) => entitiesWrong).length)} label="with other entities" /></div>
    <div class="columns language-results"><Card flush title="Intents"><MetricsTable label="Figures of intents" of="Intent" rows={intents} height={300} /></Card>{learned.length > 0 && <Card flush title="Entities"><MetricsTable label="Figures of entities" of="Entity" rows={learned} height={300} /></Card>}</div>
    <Card title="What is taken for what"><ConfusionMatrix matrix={matrix} onCell={(expected, predicted) => setCell({ expected, predicted })} /></Card>
    <Card title={cell ? `${cell.expected} predicted as ${cell.predicted}` : 'What went wrong'} actions={cell && <Button onClick={() => setCell(undefined)}>All that went wrong</Button>}>
      <Table label="Tested utterances" rows={shown} keyOf={({ place }) => place} empty={<p class="soft">Everything was understood.</p>} columns={[
        { title: 'Utterance', width: 'minmax(200px, 3fr)', cell: ({ text, labels }) => <MarkedText text={text} labels={labels} entities={entities} /> }, { title: 'Intent', width: 'minmax(90px, 1fr)', cell: ({ intent }) => intent },
        { title: 'Predicted', width: 'minmax(90px, 1fr)', cell: ({ intent, predicted }) => intent === predicted ? predicted : <Tag kind="danger">{predicted}</Tag> }, { title: 'Found', width: 'minmax(120px, 2fr)', cell: ({ text, found, entitiesWrong }) => <span class={entitiesWrong ? '' : 'soft'}>{found.map(({ entity, start, end }) => `${entity}: ${text.slice(start, end)}`).join(', ')}</span> },
      ]} />
    </Card>
  </>;
}
