/** Cross-validation of the version: of its intents in its last training, and of its entities on request. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { ApiCall } from '../../kit/call-behind.tsx';
import { formatAge, formatCount, formatPercent } from '../../kit/format.ts';
import { Card, Empty, Figure } from '../../kit/parts.tsx';
import { Async } from '../../kit/problem.tsx';
import { setQuery } from '../../kit/router.tsx';
import { ConfusionMatrix } from '../../language/confusion-matrix.tsx';
import { buildMatrix } from '../../language/metrics.ts';
import { MetricsTable } from '../../language/metrics-table.tsx';
import { EntityEvaluation, EntityErrors } from './entity-evaluation.tsx';
import { useEvaluation } from './use-evaluation.ts';
import type { VersionEvaluation } from './use-evaluation.ts';
import { useVersion } from './version.ts';

/** Utterances of an actual and a predicted intent. */
function showUtterances(intent: string, predicted: string): void {
  setQuery({ tab: undefined, intent, predicted, at: undefined }, { replace: false });
}

export function Evaluation(): JSX.Element {
  const evaluation = useEvaluation();
  return <Async of={evaluation}>{(value) => value.trainedDateTime === null
    ? <Empty icon="ranking" title="No evaluation yet">Each training cross-validates the version: utterances are predicted by models trained without them. Train the version to see the result.</Empty>
    : <EvaluationFigures evaluated={value} onEnd={evaluation.reload} />}</Async>;
}

function EvaluationFigures({ evaluated, onEnd }: { evaluated: VersionEvaluation; onEnd: () => void }): JSX.Element {
  const { trainedDateTime, isCurrent, accuracy, intents, entityAverages, utterances } = evaluated;
  const { path } = useVersion();
  const matrix = useMemo(() => buildMatrix(utterances.map(({ intentLabel, predictedIntent }) => ({ expected: intentLabel, predicted: predictedIntent }))), [utterances]);
  const wrong = utterances.filter(({ intentLabel, predictedIntent }) => intentLabel !== predictedIntent).length;
  return <>
    {!isCurrent && <p class="note warn">The version has changed since it was trained: these figures are of its trained state.</p>}
    <div class="language-figures"><Figure value={formatPercent(accuracy ?? 0, 1)} label="intents correct" />{entityAverages && <Figure value={formatPercent(entityAverages.f1, 1)} label="F1 of entities" />}<Figure value={formatCount(utterances.length)} label="utterances" /><Figure value={formatCount(wrong)} label="wrong intent" /><Figure value={formatAge(trainedDateTime!)} label="trained" /></div>
    <div class="columns understanding-evaluation">
      <Card title="Confusion matrix"><ConfusionMatrix matrix={matrix} onCell={showUtterances} /></Card>
      <div class="stack"><Card flush title="Intents"><MetricsTable label="Metrics by intent" of="Intent" rows={intents.map(({ utterances: texts, ...rest }) => ({ ...rest, count: texts }))} onOpen={(name) => setQuery({ tab: undefined, intent: name, problems: '1', predicted: undefined }, { replace: false })} /></Card>
      <EntityEvaluation evaluated={evaluated} onEnd={onEnd} /></div>
    </div>
    <EntityErrors evaluated={evaluated} />
    <p class="soft small">Cross-validated: each utterance is predicted by models trained without it; patterns are not used. An entity counts only if its exact span is found.</p>
    <ApiCall call={{ method: 'GET', path: `${path}/evaluation` }} />
  </>;
}
