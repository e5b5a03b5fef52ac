/** How well the version tells its intents apart: cross-validation in its last training. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { CallBehind } from '../../kit/call-behind.tsx';
import { ago, count, percent } from '../../kit/format.ts';
import { Card, Empty, Figure } from '../../kit/parts.tsx';
import { Show } from '../../kit/problem.tsx';
import { setQuery } from '../../kit/router.tsx';
import { useLoad } from '../../kit/use.ts';
import type { Loaded } from '../../kit/use.ts';
import { ConfusionMatrix } from '../../language/confusion-matrix.tsx';
import { matrixOf } from '../../language/metrics.ts';
import { MetricsTable } from '../../language/metrics-table.tsx';
import { useVersion } from './version.ts';

export interface Evaluated {
  trainedDateTime: string | null; isCurrent: boolean; accuracy: number | null;
  intents: { name: string; utterances: number; precision: number; recall: number; f1: number }[];
  utterances: { text: string; intentLabel: string; predictedIntent: string; score: number }[];
}

/** Asked for anew after each training. */
export function useEvaluation(): Loaded<Evaluated> {
  const { client, path, info } = useVersion();
  const trained = info.value?.lastTrainedDateTime;
  return useLoad((signal) => client.get<Evaluated>(`${path}/evaluation`, { signal, quiet: true }), [client, path, trained]);
}

/** Utterances that are the one and were predicted as the other. */
function show(intent: string, predicted: string): void {
  setQuery({ tab: undefined, intent, predicted, at: undefined }, { replace: false });
}

export function Evaluation(): JSX.Element {
  const evaluation = useEvaluation();
  return <Show of={evaluation}>{(value) => value.trainedDateTime === null
    ? <Empty icon="ranking" title="No evaluation yet">Each training holds utterances back in turn and looks whether they are understood without having been seen. Train the version to see how it does.</Empty>
    : <Figures evaluated={value} />}</Show>;
}

function Figures({ evaluated: { trainedDateTime, isCurrent, accuracy, intents, utterances } }: { evaluated: Evaluated }): JSX.Element {
  const { path } = useVersion();
  const matrix = useMemo(() => matrixOf(utterances.map(({ intentLabel, predictedIntent }) => ({ expected: intentLabel, predicted: predictedIntent }))), [utterances]);
  const wrong = utterances.filter(({ intentLabel, predictedIntent }) => intentLabel !== predictedIntent).length;
  return <>
    {!isCurrent && <p class="note warn">The version was edited since it was trained: these figures are of how it was then.</p>}
    <div class="language-figures"><Figure value={percent(accuracy ?? 0, 1)} label="of utterances understood" /><Figure value={count(utterances.length)} label="utterances" /><Figure value={count(wrong)} label="taken for another intent" /><Figure value={ago(trainedDateTime!)} label="trained" /></div>
    <div class="columns understanding-evaluation">
      <Card title="What is taken for what"><ConfusionMatrix matrix={matrix} onCell={show} /></Card>
      <Card flush title="Intents"><MetricsTable label="Figures of intents" of="Intent" rows={intents.map(({ utterances: texts, ...rest }) => ({ ...rest, count: texts }))} onOpen={(name) => setQuery({ tab: undefined, intent: name, problems: '1', predicted: undefined }, { replace: false })} /></Card>
    </div>
    <p class="soft small">From cross-validation: each utterance is predicted by intents that were learned without it; patterns have no part in it.</p>
    <CallBehind call={{ method: 'GET', path: `${path}/evaluation` }} />
  </>;
}
