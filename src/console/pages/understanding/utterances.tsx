/** Utterances of the version: found, opened and labelled, added one by one or many at once, moved and deleted. */
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { useActions } from '../../kit/actions.ts';
import { confirm } from '../../kit/dialog.tsx';
import { SelectField } from '../../kit/form.tsx';
import { many } from '../../kit/format.ts';
import { Button, Card, Empty } from '../../kit/parts.tsx';
import { setQuery, usePlace } from '../../kit/router.tsx';
import { toast } from '../../kit/toast.tsx';
import { filtered, useFilter } from '../../language/utterances.ts';
import { UtteranceTable } from '../../language/utterance-table.tsx';
import { AddUtterances } from './add-utterances.tsx';
import { putExamples } from './calls.ts';
import { deleteExamples } from './delete-examples.ts';
import { Editor } from './editor.tsx';
import { isAsEvaluated, wrongIn } from './entity-outcomes.ts';
import { ManyProgress, useMany } from './many.tsx';
import { ModelTree } from './model-tree.tsx';
import { useEvaluation } from './use-evaluation.ts';
import { useVersion } from './version.ts';

export function UtterancesTab(): JSX.Element {
  const { client, path, models, utterances, intents, entities, put, drop } = useVersion();
  const open = usePlace().query.get('at') ?? undefined;
  const filter = useFilter();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const evaluated = useEvaluation().value;
  const rows = useMemo(() => {
    // What was said of an utterance that has another intent, or other labels, by now is said of something else.
    const outcomes = new Map(evaluated?.utterances.map((one) => [`${one.intentLabel} ${one.text}`, one]));
    return utterances.map((one) => {
      const outcome = outcomes.get(`${one.intent} ${one.text}`);
      const predicted = outcome?.predictedIntent;
      const problems = [...predicted !== undefined && predicted !== one.intent ? [`taken for ${predicted}`] : [], ...outcome && isAsEvaluated(one.labels, outcome) ? wrongIn(outcome) : []];
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
  const work = useMany();
  const move = async (intent: string): Promise<void> => await work.run(`Moving to ${intent}`, theirs.length, async (signal, tell) => {
    let done = 0;
    const refused = await putExamples(client, path, theirs.map(({ text, labels }) => ({ text, intent, labels })), { signal, tell: (taken) => {
      put(taken);
      tell(done += taken.length);
    } });
    setChosen(new Set(refused.map(({ text }) => text)));
    if (refused.length > 0) throw new Error(`${many(refused.length, 'utterance')} not moved: ${refused[0]!.why}`);
    toast(`${many(done, 'utterance')} moved`);
  });
  const remove = async (): Promise<void> => {
    if (!await confirm({ title: `Delete ${many(theirs.length, 'utterance')}?`, text: 'They are taken out of the version with their labels.', action: 'Delete' })) return;
    await work.run('Deleting', theirs.length, async (signal, tell) => {
      let done = 0;
      try {
        await deleteExamples(client, path, models, theirs, { signal, tell: (gone) => {
          drop(gone);
          setChosen((before) => new Set([...before].filter((text) => !gone.has(text))));
          tell(done += gone.size);
        } });
      } finally {
        toast(done === theirs.length ? `${many(done, 'utterance')} deleted` : `${done} of ${many(theirs.length, 'utterance')} deleted`);
      }
    });
  };
  return <div class="split understanding-split">
    <ModelTree />
    <div class="stack">
      {opened ? <Editor key={opened.text} utterance={opened} onStep={step} onClose={() => setQuery({ at: undefined })} /> : <AddUtterances />}
      <Card title="Utterances"><div class="stack">
        <ManyProgress many={work} />
        <UtteranceTable rows={rows} intents={intents} entities={entities} open={open} onOpen={({ id }) => setQuery({ at: id }, { replace: false })} chosen={chosen} onChosen={setChosen} height={560}
          empty={<Empty icon="understanding" title="No utterance yet">Add an intent, then write above what people would say.</Empty>}
          actions={chosen.size > 0 && <>
            <SelectField bare label="Move the chosen to" value="" options={[{ value: '', label: 'Move to…' }, ...intents]} disabled={work.now !== undefined} onInput={(intent) => void (intent !== '' && move(intent))} />
            <Button kind="danger" icon="trash" busy={work.now !== undefined} onClick={() => void remove()}>Delete</Button>
          </>} />
      </div></Card>
    </div>
  </div>;
}
