/** Editor of one utterance: intent and labels. */
import type { JSX } from 'preact';
import { SelectField } from '../../kit/form.tsx';
import { Button, Card, Tag } from '../../kit/parts.tsx';
import { Labeller } from '../../language/labeller.tsx';
import { useProject } from '../../projects/context.ts';
import { changeUtterances, labelChoices, relabelUtterance } from './assets.ts';
import type { Assets, UtteranceRow } from './assets.ts';
import { ORCHESTRATION } from './orchestration.ts';

const SPLITS = [{ value: '', label: 'Automatic' }, { value: 'Train', label: 'training' }, { value: 'Test', label: 'test' }];

export function UtteranceEditor({ row, onStep, onClose }: { row: UtteranceRow; onStep: (by: number) => void; onClose: () => void }): JSX.Element {
  const { metadata, assets, edit } = useProject<Assets>();
  const { text, intent, labels, place, language, dataset } = row;
  return <Card title={assets.projectKind === ORCHESTRATION ? 'Utterance' : 'Label utterance'} actions={<>
    {language !== undefined && language !== metadata.language && <Tag>{language}</Tag>}
    <Button kind="quiet" icon="left" label="Previous utterance" keys="k" onClick={() => onStep(-1)} /><Button kind="quiet" icon="right" label="Next utterance" keys="j" onClick={() => onStep(1)} />
    <Button kind="quiet" icon="close" label="Close utterance" onClick={onClose} />
  </>}><div class="stack tight">
    {assets.projectKind === ORCHESTRATION ? <p>{text}</p> : <Labeller text={text} language={language ?? metadata.language} labels={labels} entities={labelChoices(assets)} autoFocus onChange={(next) => edit(relabelUtterance(assets, place, { text, intent, labels: next }))} />}
    <div class="row"><SelectField label="Intent" value={intent} options={assets.intents.map(({ category }) => category)} onInput={(next) => edit(relabelUtterance(assets, place, { text, intent: next, labels }))} />
      <SelectField label="Split" value={dataset ?? ''} options={SPLITS} onInput={(next) => edit(changeUtterances(assets, new Set([place]), { dataset: next === '' ? undefined : next }))} /></div>
    {assets.projectKind !== ORCHESTRATION && <span class="soft small">Drag over words, or move with the arrow keys, extend with Shift and press a digit to label.</span>}
  </div></Card>;
}
