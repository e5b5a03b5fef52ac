/** Utterances of the version: found, opened and labelled, added one by one or many at once, moved and deleted. */
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { useActions } from '../../kit/actions.ts';
import { confirm } from '../../kit/dialog.tsx';
import { SelectField } from '../../kit/form.tsx';
import { many } from '../../kit/format.ts';
import { Button, Card, Empty } from '../../kit/parts.tsx';
import { setQuery, usePlace } from '../../kit/router.tsx';
import { useAction } from '../../kit/use.ts';
import { filtered, useFilter } from '../../language/utterances.ts';
import { UtteranceTable } from '../../language/utterance-table.tsx';
import { AddUtterances } from './add-utterances.tsx';
import { deleteExamples, putExamples } from './calls.ts';
import { Editor } from './editor.tsx';
import { useEvaluation } from './evaluation.tsx';
import { ModelTree } from './model-tree.tsx';
import { useVersion } from './version.ts';

export function UtterancesTab(): JSX.Element {
  const { client, path, models, utterances, intents, entities, put, drop } = useVersion();
  const open = usePlace().query.get('at') ?? undefined;
  const filter = useFilter();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const evaluated = useEvaluation().value;
  const rows = useMemo(() => {
    // What was said of an utterance that has another intent by now is said of something else.
    const predictions = new Map(evaluated?.utterances.map(({ text, intentLabel, predictedIntent }) => [`${intentLabel} ${text}`, predictedIntent]));
    return utterances.map((one) => {
      const predicted = predictions.get(`${one.intent} ${one.text}`);
      return { ...one, id: one.text, predicted, ...predicted !== undefined && predicted !== one.intent && { problem: `taken for ${predicted}` } };
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
  const move = useAction(async (intent: string) => {
    const moved = theirs.map(({ text, labels }) => ({ text, intent, labels }));
    const refused = await putExamples(client, path, moved);
    put(moved.filter(({ text }) => !refused.some((one) => one.text === text)));
    setChosen(new Set());
  }, { done: 'Moved' });
  const remove = useAction(async () => {
    if (!await confirm({ title: `Delete ${many(theirs.length, 'utterance')}?`, text: 'They are taken out of the version with their labels.', action: 'Delete' })) return;
    await deleteExamples(client, path, models, theirs);
    drop(new Set(theirs.map(({ text }) => text)));
    setChosen(new Set());
  });
  return <div class="split understanding-split">
    <ModelTree />
    <div class="stack">
      {opened ? <Editor key={opened.text} utterance={opened} onStep={step} onClose={() => setQuery({ at: undefined })} /> : <AddUtterances />}
      <Card title="Utterances">
        <UtteranceTable rows={rows} intents={intents} entities={entities} open={open} onOpen={({ id }) => setQuery({ at: id }, { replace: false })} chosen={chosen} onChosen={setChosen} height={560}
          empty={<Empty icon="understanding" title="No utterance yet">Add an intent, then write above what people would say.</Empty>}
          actions={chosen.size > 0 && <>
            <SelectField bare label="Move the chosen to" value="" options={[{ value: '', label: 'Move to…' }, ...intents]} disabled={move.busy} onInput={(intent) => void (intent !== '' && move.run(intent))} />
            <Button kind="danger" icon="trash" busy={remove.busy} onClick={() => void remove.run()}>Delete</Button>
          </>} />
      </Card>
    </div>
  </div>;
}
