/** Editor of one utterance: intent and labels, saved automatically. */
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { ApiCall } from '../../kit/api-call.tsx';
import { useAutosave } from '../../kit/autosave.ts';
import { isEqual } from '../../kit/differences.ts';
import { SelectField } from '../../kit/form.tsx';
import { Button, Card } from '../../kit/parts.tsx';
import { useUndo } from '../../kit/undo.ts';
import type { LabelledText } from '../../shared/language/entities.ts';
import { Labeller } from '../../shared/language/labeller.tsx';
import { pickFields } from './bulk-changes.ts';
import { keyOf, loadStates, toExample } from './calls.ts';
import { conditionalWrite } from './changes.tsx';
import type { KnownState } from './changes.tsx';
import { mergeUtterance, utteranceItems } from './merging.ts';
import { useVersion } from './version.ts';

const STATUS_TITLES = { kept: 'Saved', keeping: 'Saving…', failed: 'Not saved' } as const;

interface EditorProps {
  utterance: LabelledText;
  onStep: (by: number) => void;
  onRemove: (utterance: LabelledText) => void;
  onClose: () => void;
}

export function UtteranceEditor({ utterance, onStep, onRemove, onClose }: EditorProps): JSX.Element {
  const { client, path, app, intents, entities, put, drop } = useVersion();
  const { value, push, undo, canUndo } = useUndo<LabelledText>(utterance);
  const { text, intent, labels } = value;
  const seen = useRef<KnownState<LabelledText>>({ value: pickFields(utterance) });
  // Saving may finish after another utterance was opened.
  const isOpen = useRef(true);
  useEffect(() => () => void (isOpen.current = false), []);
  const state = useAutosave(value, async (next) => {
    const mine = pickFields(next);
    if (isEqual(mine, seen.current.value)) return;
    const saved = await conditionalWrite<LabelledText>(
      {
        what: 'Utterance',
        items: utteranceItems,
        merge: (before, own, theirs) => mergeUtterance(before, own, theirs, entities),
        steps: push,
        read: async () => {
          const now = (await loadStates(client, path, [text])).get(keyOf(text));
          return now && { value: now.utterance, etag: now.etag };
        },
        write: async (next, headers) =>
          (await client.call('POST', `${path}/example`, { json: toExample(next), headers })).headers.get('etag') ?? undefined,
      },
      seen.current,
      mine,
    );
    if (saved) {
      seen.current = saved;
      put([saved.value]);
    } else {
      if (isOpen.current) onClose();
      drop(new Set([text]));
    }
  });
  return (
    <Card
      title="Label utterance"
      actions={
        <>
          <span class="soft" role="status">
            {canUndo || state !== 'kept' ? STATUS_TITLES[state] : ''}
          </span>
          <Button kind="quiet" icon="undo" label="Undo" keys="Control+Z" disabled={!canUndo} onClick={undo} />
          <Button kind="quiet" icon="left" label="Previous utterance" keys="k" onClick={() => onStep(-1)} />
          <Button kind="quiet" icon="right" label="Next utterance" keys="j" onClick={() => onStep(1)} />
          <Button
            kind="quiet"
            icon="trash"
            label="Delete utterance"
            disabled={state === 'keeping'}
            onClick={() => onRemove(seen.current.value)}
          />
          <Button kind="quiet" icon="close" label="Close utterance" onClick={onClose} />
        </>
      }
    >
      <div class="stack tight">
        <Labeller
          text={text}
          language={app.culture}
          labels={labels}
          entities={entities}
          autoFocus
          onChange={(next) => push({ ...value, labels: next })}
        />
        <div class="row">
          <SelectField label="Intent" value={intent} options={intents} onInput={(next) => push({ ...value, intent: next })} />
          <span class="soft small grow">Drag over words, or move with the arrow keys, extend with Shift and press a digit to label.</span>
        </div>
        <ApiCall
          call={{
            method: 'POST',
            path: `${path}/example`,
            json: toExample(value),
            ...(seen.current.etag !== undefined && { headers: { 'if-match': seen.current.etag } }),
          }}
        />
      </div>
    </Card>
  );
}
