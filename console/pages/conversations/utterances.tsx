/** Utterances of the project: search, label, add, move, split into training and test, delete. */
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { useActions } from '../../kit/actions.ts';
import { ApiCall } from '../../kit/call-behind.tsx';
import { SelectField } from '../../kit/form.tsx';
import { Button, Card, Empty } from '../../kit/parts.tsx';
import { setQuery, useRoute } from '../../kit/router.tsx';
import { filtered, useFilter } from '../../language/utterances.ts';
import { UtteranceTable } from '../../language/utterance-table.tsx';
import { useProject } from '../../projects/context.ts';
import { AddUtterances } from './add-utterances.tsx';
import { changeUtterances, labelChoices, toRows, deleteUtterances } from './assets.ts';
import type { Assets } from './assets.ts';
import { UtteranceEditor } from './editor.tsx';
import { ConversationTree } from './tree.tsx';

export function UtterancesTab(): JSX.Element {
  const { assets, edit, saving } = useProject<Assets>();
  const open = useRoute().query.get('at') ?? undefined;
  const filter = useFilter();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(() => toRows(assets.utterances), [assets.utterances]);
  const intents = assets.intents.map(({ category }) => category);
  const entities = useMemo(() => labelChoices(assets), [assets.entities]);
  const opened = useMemo(() => rows.find(({ id }) => id === open), [rows, open]);
  const places = useMemo(() => new Set(rows.filter(({ id }) => chosen.has(id)).map(({ place }) => place)), [rows, chosen]);
  const step = (by: number): void => {
    const shown = filtered(rows, filter);
    const next = shown[Math.max(0, Math.min(shown.length - 1, shown.findIndex(({ id }) => id === open) + by))];
    if (next) setQuery({ at: next.id });
  };
  useActions([{ title: 'Next utterance', keys: 'j', run: () => step(1) }, { title: 'Previous utterance', keys: 'k', run: () => step(-1) }]);
  const change = (next: Assets): void => {
    edit(next);
    setChosen(new Set());
  };
  return <div class="split projects-split">
    <ConversationTree />
    <div class="stack">
      {opened ? <UtteranceEditor key={opened.id} row={opened} onStep={step} onClose={() => setQuery({ at: undefined })} /> : <AddUtterances />}
      <Card title="Utterances">
        <UtteranceTable rows={rows} intents={intents} entities={entities} open={open} onOpen={({ id }) => setQuery({ at: id }, { replace: false })} chosen={chosen} onChosen={setChosen} height={560}
          empty={<Empty icon="conversations" title="No utterances yet">Add an intent, then add utterances above.</Empty>}
          actions={places.size > 0 && <>
            <SelectField bare label="Move selected to" value="" options={[{ value: '', label: 'Move to…' }, ...intents]} onInput={(intent) => intent !== '' && change(changeUtterances(assets, places, { intent }))} />
            <SelectField bare label="Split of selected" value="" options={[{ value: '', label: 'Set split…' }, { value: 'Train', label: 'training' }, { value: 'Test', label: 'test' }]} onInput={(dataset) => dataset !== '' && change(changeUtterances(assets, places, { dataset }))} />
            <Button kind="danger" icon="trash" onClick={() => change(deleteUtterances(assets, places))}>Delete</Button>
          </>} />
        <ApiCall call={saving} />
      </Card>
    </div>
  </div>;
}
