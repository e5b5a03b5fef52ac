/** Utterances of the version: search, label, add one or many, move and delete. */
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { useActions } from '../../kit/actions.ts';
import { confirm } from '../../kit/dialog.tsx';
import { SelectField } from '../../kit/form.tsx';
import { plural } from '../../kit/format.ts';
import { Button, Card, Empty } from '../../kit/parts.tsx';
import { setQuery, useRoute } from '../../kit/router.tsx';
import { toast } from '../../kit/toast.tsx';
import type { LabelledText } from '../../language/labels.ts';
import { filtered, useFilter } from '../../language/utterances.ts';
import { UtteranceTable } from '../../language/utterance-table.tsx';
import { AddUtterances } from './add-utterances.tsx';
import { invertSteps } from './change-many.ts';
import type { Step } from './change-many.ts';
import { UtteranceEditor } from './editor.tsx';
import { hasEvaluatedLabels, describeErrors } from './entity-outcomes.ts';
import { BulkProgress, useBulkWork } from './many.tsx';
import { ModelTree } from './model-tree.tsx';
import { useChange } from './use-change.ts';
import { useEvaluation } from './use-evaluation.ts';
import { useVersion } from './version.ts';

export function UtterancesTab(): JSX.Element {
  const { utterances, intents, entities } = useVersion();
  const open = useRoute().query.get('at') ?? undefined;
  const filter = useFilter();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const evaluated = useEvaluation().value;
  const rows = useMemo(() => {
    // A prediction for other labels or another intent no longer applies.
    const outcomes = new Map(evaluated?.utterances.map((one) => [`${one.intentLabel} ${one.text}`, one]));
    return utterances.map((one) => {
      const outcome = outcomes.get(`${one.intent} ${one.text}`);
      const predicted = outcome?.predictedIntent;
      const problems = [...predicted !== undefined && predicted !== one.intent ? [`predicted as ${predicted}`] : [], ...outcome && hasEvaluatedLabels(one.labels, outcome) ? describeErrors(outcome) : []];
      return { ...one, id: one.text, predicted, ...problems.length > 0 && { problem: problems.join('; ') } };
    });
  }, [utterances, evaluated]);
  const opened = useMemo(() => rows.find(({ id }) => id === open), [rows, open]);
  const theirs = useMemo(() => rows.filter(({ id }) => chosen.has(id)), [rows, chosen]);
  const step = (by: number): void => {
    const shown = filtered(rows, filter);
    const next = shown[Math.max(0, Math.min(shown.length - 1, shown.findIndex(({ id }) => id === open) + by))];
    if (next) setQuery({ at: next.id });
  };
  useActions([{ title: 'Next utterance', keys: 'j', run: () => step(1) }, { title: 'Previous utterance', keys: 'k', run: () => step(-1) }]);
  const work = useBulkWork();
  const change = useChange();
  /** The last bulk change, and how to undo it. */
  const [last, setLast] = useState<{ text: string; back: readonly Step[] }>();
  const doSteps = async (doing: string, did: string, steps: readonly Step[], { isBack = false } = {}): Promise<void> => await work.run(doing, steps.length, async (signal, tell) => {
    const done: Step[] = [];
    setLast(undefined);
    try {
      await change(steps, { signal, tell: (some) => {
        done.push(...some);
        const over = new Set(some.map(({ before, after }) => (before ?? after)!.text));
        setChosen((before) => new Set([...before].filter((text) => !over.has(text))));
        tell(done.length);
      } });
    } finally {
      const text = `${done.length < steps.length ? `${done.length} of ${plural(steps.length, 'utterance')}` : plural(done.length, 'utterance')} ${did}`;
      // Undo stays visible.
      if (done.length > 0 && !isBack) setLast({ text, back: invertSteps(done) });
      else toast(text);
    }
  });
  const move = async (intent: string): Promise<void> => await doSteps(`Moving to ${intent}`, `moved to ${intent}`, theirs.map((one) => ({ before: one, after: { ...one, intent } })));
  const remove = async (some: readonly LabelledText[]): Promise<void> => {
    if (some.length > 1 && !await confirm({ title: `Delete ${plural(some.length, 'utterance')}?`, text: 'They are deleted from the version with their labels.', action: 'Delete' })) return;
    await doSteps('Deleting', 'deleted', some.map((before) => ({ before })));
  };
  const takeBack = (): void => void (last && doSteps('Undoing', 'restored', last.back, { isBack: true }));
  useActions(last ? [{ title: `Undo: ${last.text}`, run: takeBack }] : []);
  return <div class="split understanding-split">
    <ModelTree />
    <div class="stack">
      {opened ? <UtteranceEditor key={opened.text} utterance={opened} onStep={step} onClose={() => setQuery({ at: undefined })} onRemove={(one) => {
        setQuery({ at: undefined });
        void remove([one]);
      }} /> : <AddUtterances />}
      <Card title="Utterances"><div class="stack">
        <BulkProgress many={work} />
        <div class={last ? 'spread' : 'for-readers'}><span class="soft" role="status">{last?.text}</span>{last && <Button icon="undo" onClick={takeBack}>Undo</Button>}</div>
        <UtteranceTable rows={rows} intents={intents} entities={entities} open={open} onOpen={({ id }) => setQuery({ at: id }, { replace: false })} chosen={chosen} onChosen={setChosen} height={560}
          empty={<Empty icon="understanding" title="No utterances yet">Add an intent, then add utterances above.</Empty>}
          actions={chosen.size > 0 && <>
            <SelectField bare label="Move selected to" value="" options={[{ value: '', label: 'Move to…' }, ...intents]} disabled={work.now !== undefined} onInput={(intent) => void (intent !== '' && move(intent))} />
            <Button kind="danger" icon="trash" busy={work.now !== undefined} onClick={() => void remove(theirs)}>Delete</Button>
          </>} />
      </div></Card>
    </div>
  </div>;
}
