/** One utterance: its intent and its labels, kept as they change. */
import type { JSX } from 'preact';
import { CallBehind } from '../../kit/call-behind.tsx';
import { confirm } from '../../kit/dialog.tsx';
import { SelectField } from '../../kit/form.tsx';
import { Button, Card } from '../../kit/parts.tsx';
import { useUndo } from '../../kit/undo.ts';
import { useAction } from '../../kit/use.ts';
import type { LabelledText } from '../../language/labels.ts';
import { Labeller } from '../../language/labeller.tsx';
import { useKept } from '../../language/use-kept.ts';
import { exampleOf } from './calls.ts';
import { deleteExamples } from './delete-examples.ts';
import { useVersion } from './version.ts';

const WORDS = { kept: 'Saved', keeping: 'Saving…', failed: 'Not saved' } as const;

export function Editor({ utterance, onStep, onClose }: { utterance: LabelledText; onStep: (by: number) => void; onClose: () => void }): JSX.Element {
  const { client, path, app, models, intents, entities, put, drop } = useVersion();
  const { value, push, undo, canUndo } = useUndo<LabelledText>(utterance);
  const { text, intent, labels } = value;
  const state = useKept(value, async (next) => {
    await client.post(`${path}/example`, exampleOf(next));
    put([{ text: next.text, intent: next.intent, labels: next.labels }]);
  });
  const remove = useAction(async () => {
    if (!await confirm({ title: 'Delete the utterance?', text, action: 'Delete' })) return;
    await deleteExamples(client, path, models, [value]);
    onClose();
    drop(new Set([text]));
  });
  return <Card title="Label the utterance" actions={<>
    <span class="soft" role="status">{canUndo || state !== 'kept' ? WORDS[state] : ''}</span>
    <Button kind="quiet" icon="undo" label="Take back" keys="Control+Z" disabled={!canUndo} onClick={undo} />
    <Button kind="quiet" icon="left" label="Previous utterance" keys="k" onClick={() => onStep(-1)} /><Button kind="quiet" icon="right" label="Next utterance" keys="j" onClick={() => onStep(1)} />
    <Button kind="quiet" icon="trash" label="Delete the utterance" busy={remove.busy} onClick={() => void remove.run()} />
    <Button kind="quiet" icon="close" label="Close the utterance" onClick={onClose} />
  </>}><div class="stack tight">
    <Labeller text={text} language={app.culture} labels={labels} entities={entities} autoFocus onChange={(next) => push({ ...value, labels: next })} />
    <div class="row"><SelectField label="Intent" value={intent} options={intents} onInput={(next) => push({ ...value, intent: next })} />
      <span class="soft small grow">Drag over words, or use the arrows and Shift in the text and a digit to label.</span></div>
    <CallBehind call={{ method: 'POST', path: `${path}/example`, json: exampleOf(value) }} />
  </div></Card>;
}
