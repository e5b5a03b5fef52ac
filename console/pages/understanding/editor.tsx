/** Editor of one utterance: intent and labels, saved automatically. */
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { useAccount } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { useAutosave } from '../../kit/autosave.ts';
import { isEqual } from '../../kit/differences.ts';
import { getDraft } from '../../kit/drafts.ts';
import { SelectField } from '../../kit/form.tsx';
import { useAction } from '../../kit/hooks.ts';
import { Button, Card } from '../../kit/parts.tsx';
import { useUndo } from '../../kit/undo.ts';
import type { Label, LabeledText } from '../../shared/language/entities.ts';
import { Labeler } from '../../shared/language/labeler.tsx';
import { pickFields } from './bulk-changes.ts';
import { keyOf, loadStates, toExample } from './calls.ts';
import { conditionalWrite, type KnownState } from './changes.tsx';
import { mergeUtterance, utteranceItems } from './merging.ts';
import { useVersion } from './version.ts';

const STATUS_TITLES = {
  kept: t('Saved'),
  keeping: t('Saving…'),
  failed: t('Not saved'),
  waiting: t('Waiting for the connection'),
} as const;

interface EditorProps {
  utterance: LabeledText;
  onStep: (by: number) => void;
  onRemove: (utterance: LabeledText) => void;
  onClose: () => void;
}

export function UtteranceEditor({ utterance, onStep, onRemove, onClose }: EditorProps) {
  const { account } = useAccount();
  const { client, path, app, intents, entities, put, drop, createEntity } = useVersion();
  const draft = `utterance ${account.id} ${path} ${keyOf(utterance.text)}`;
  const { value, push, undo, canUndo } = useUndo<LabeledText>(getDraft<LabeledText>(draft) ?? utterance);
  const { text, intent, labels } = value;
  const seen = useRef<KnownState<LabeledText>>({ value: pickFields(utterance) });
  // Saving may finish after another utterance was opened.
  const isOpen = useRef(true);
  useEffect(() => () => void (isOpen.current = false), []);
  const state = useAutosave(
    value,
    async (next) => {
      const mine = pickFields(next);
      if (isEqual(mine, seen.current.value)) return;
      const saved = await conditionalWrite<LabeledText>(
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
    },
    { saved: utterance, draft },
  );
  const create = useAction(async (entity: string, next: readonly Label[]) => {
    await createEntity(entity);
    push({ ...value, labels: next });
  });
  return (
    <Card
      title={t('Label utterance')}
      actions={
        <>
          <span class="soft" role="status">
            {canUndo || state !== 'kept' ? STATUS_TITLES[state] : ''}
          </span>
          <Button needs="label" kind="quiet" icon="undo" label={t('Undo')} keys="Control+Z" disabled={!canUndo} onClick={undo} />
          <Button kind="quiet" icon="left" label={t('Previous utterance')} keys="k" onClick={() => onStep(-1)} />
          <Button kind="quiet" icon="right" label={t('Next utterance')} keys="j" onClick={() => onStep(1)} />
          <Button
            needs="label"
            kind="quiet"
            icon="trash"
            label={t('Delete utterance')}
            disabled={state === 'keeping'}
            onClick={() => onRemove(seen.current.value)}
          />
          <Button kind="quiet" icon="close" label={t('Close utterance')} onClick={onClose} />
        </>
      }
    >
      <div class="stack tight">
        <Labeler
          text={text}
          language={app.culture}
          labels={labels}
          entities={entities}
          autoFocus
          onChange={(next) => push({ ...value, labels: next })}
          onCreate={(entity, next) => void create.run(entity, next)}
        />
        <div class="row">
          <SelectField
            needs="label"
            label={t('Intent')}
            value={intent}
            options={intents}
            onInput={(next) => push({ ...value, intent: next })}
          />
        </div>
        <p class="soft small">{t('Drag over words, or move with the arrow keys, extend with Shift and press a digit to label.')}</p>
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
