/** Utterances of the version: search, label, add one or many, move and delete. */
import { useMemo, useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { useActions } from '../../kit/actions.ts';
import { confirm } from '../../kit/dialog.tsx';
import { plural } from '../../kit/format.ts';
import { Button } from '../../kit/parts.tsx';
import { toast } from '../../kit/toast.tsx';
import { AddUtterances, type RejectedUtterance } from '../../shared/language/add-utterances.tsx';
import type { LabeledText } from '../../shared/language/entities.ts';
import type { Pasted } from '../../shared/language/paste.ts';
import { MoveField, UtteranceList } from '../../shared/language/utterance-table.tsx';
import { addUtterances, invertSteps, type Step } from './bulk-changes.ts';
import { keyOf } from './calls.ts';
import { BulkProgress, useBulkWork, useChange } from './changes.tsx';
import { describeErrors, hasEvaluatedLabels } from './content.ts';
import { UtteranceEditor } from './editor.tsx';
import { ModelTree } from './model-tree.tsx';
import { useEvaluation, useVersion } from './version.ts';

/** What a bulk change has done, in words. */
interface Outcome {
  all: (utterances: string) => string;
  some: (count: number, utterances: string) => string;
}

const RESTORED: Outcome = {
  all: (utterances) => t('{utterances} restored', { utterances }),
  some: (count, utterances) => t('{done} of {utterances} restored', { done: count, utterances }),
};

export function UtterancesTab() {
  const { utterances, intents, entities } = useVersion();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const evaluated = useEvaluation().value;
  const rows = useMemo(() => {
    // A prediction for other labels or another intent no longer applies.
    const outcomes = new Map(evaluated?.utterances.map((one) => [`${one.intentLabel} ${one.text}`, one]));
    return utterances.map((one) => {
      const outcome = outcomes.get(`${one.intent} ${one.text}`);
      const predicted = outcome?.predictedIntent;
      const problems = [
        ...(predicted !== undefined && predicted !== one.intent ? [`predicted as ${predicted}`] : []),
        ...(outcome && hasEvaluatedLabels(one.labels, outcome) ? describeErrors(outcome) : []),
      ];
      return { ...one, id: one.text, predicted, ...(problems.length > 0 && { problem: problems.join('; ') }) };
    });
  }, [utterances, evaluated]);
  const theirs = useMemo(() => rows.filter(({ id }) => selected.has(id)), [rows, selected]);
  const work = useBulkWork();
  const change = useChange();
  /** The last bulk change, and how to undo it. */
  const [last, setLast] = useState<{ text: string; back: readonly Step[] }>();
  const doSteps = async (doing: string, did: Outcome, steps: readonly Step[], { isBack = false } = {}): Promise<void> =>
    await work.run(doing, steps.length, async (signal, onProgress) => {
      const done: Step[] = [];
      setLast(undefined);
      try {
        await change(steps, {
          signal,
          onProgress: (some) => {
            done.push(...some);
            const over = new Set(some.map(({ before, after }) => (before ?? after)!.text));
            setSelected((before) => new Set([...before].filter((text) => !over.has(text))));
            onProgress(done.length);
          },
        });
      } finally {
        const changed = plural(steps.length, 'utterance');
        const text = done.length < steps.length ? did.some(done.length, changed) : did.all(changed);
        // Undo stays visible.
        if (done.length > 0 && !isBack) setLast({ text, back: invertSteps(done) });
        else toast(text);
      }
    });
  const move = async (intent: string): Promise<void> =>
    await doSteps(
      t('Moving to {intent}', { intent }),
      {
        all: (utterances) => t('{utterances} moved to {intent}', { utterances, intent }),
        some: (count, utterances) => t('{done} of {utterances} moved to {intent}', { done: count, utterances, intent }),
      },
      theirs.map((one) => ({ before: one, after: { ...one, intent } })),
    );
  const remove = async (some: readonly LabeledText[]): Promise<void> => {
    if (
      some.length > 1 &&
      !(await confirm({
        title: t('Delete {count}?', { count: plural(some.length, 'utterance') }),
        text: t('They are deleted from the version with their labels.'),
        action: t('Delete'),
      }))
    )
      return;
    await doSteps(
      t('Deleting'),
      {
        all: (utterances) => t('{utterances} deleted', { utterances }),
        some: (count, utterances) => t('{done} of {utterances} deleted', { done: count, utterances }),
      },
      some.map((before) => ({ before })),
    );
  };
  const undo = (): void => void (last && doSteps(t('Undoing'), RESTORED, last.back, { isBack: true }));
  useActions(last ? [{ title: t('Undo: {text}', { text: last.text }), needs: 'label', run: undo }] : []);
  return (
    <UtteranceList
      icon="understanding"
      tree={<ModelTree />}
      editor={(row, onStep, onClose) => (
        <UtteranceEditor
          key={row.text}
          utterance={row}
          onStep={onStep}
          onClose={onClose}
          onRemove={(one) => {
            onClose();
            void remove([one]);
          }}
        />
      )}
      adding={(onClose) => <AddToVersion onClose={onClose} />}
      status={
        <>
          <BulkProgress many={work} />
          <div class={last ? 'spread' : 'for-readers'}>
            <span class="soft" role="status">
              {last?.text}
            </span>
            {last && <Button needs="label" icon="undo" onClick={undo} text={t('Undo')} />}
          </div>
        </>
      }
      rows={rows}
      intents={intents}
      entities={entities}
      selected={selected}
      onSelectedChange={setSelected}
      actions={
        selected.size > 0 && (
          <>
            <MoveField intents={intents} disabled={work.now !== undefined} onMove={(intent) => void move(intent)} />
            <Button kind="danger" icon="trash" busy={work.now !== undefined} onClick={() => void remove(theirs)} text={t('Delete')} />
          </>
        )
      }
    />
  );
}

/** Adds utterances, and the intents and entities that they name. */
function AddToVersion({ onClose }: { onClose: () => void }) {
  const { client, path, intents, entities, utterances, put, reload } = useVersion();
  const change = useChange();
  const known = useMemo(() => new Set(utterances.map(({ text }) => keyOf(text))), [utterances]);
  const add = async ({ texts, newIntents, newEntities }: Pasted): Promise<readonly RejectedUtterance[]> => {
    for (const name of newIntents) await client.post(`${path}/intents`, { name });
    for (const name of newEntities) await client.post(`${path}/entities`, { name });
    const rejected = await addUtterances(client, path, texts, {
      known: utterances,
      onProgress: put,
      change: async (steps) => void (await change(steps)),
    });
    if (newIntents.length + newEntities.length > 0) reload();
    return rejected;
  };
  return (
    <AddUtterances
      hasRoles
      intents={intents}
      entities={entities}
      placeholder={t('fly me to rome')}
      isKnown={(text) => known.has(keyOf(text))}
      add={add}
      onClose={onClose}
    />
  );
}
