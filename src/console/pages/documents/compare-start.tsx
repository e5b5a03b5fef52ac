/** One document is read with two models at once. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useAccount } from '../../kit/accounts.ts';
import { CallBehind } from '../../kit/call-behind.tsx';
import { FileDrop } from '../../kit/file-drop.tsx';
import { SelectField } from '../../kit/form.tsx';
import { Card, Loading } from '../../kit/parts.tsx';
import { Show } from '../../kit/problem.tsx';
import { go, path } from '../../kit/router.tsx';
import { useAction } from '../../kit/use.ts';
import { ACCEPTED } from './analyze.tsx';
import { ANALYZE, at, beginAnalysis, modelPath } from './calls.ts';
import { modelChoices, useModels } from './use-models.ts';

export function CompareStart(): JSX.Element {
  const { client } = useAccount();
  const models = useModels(client);
  const [one, setOne] = useState('prebuilt-invoice');
  const [other, setOther] = useState('prebuilt-receipt');
  const begin = useAction(async (file: File) => {
    const [first, second] = await Promise.all([beginAnalysis(client, one, file, { keepDocument: 'true' }), beginAnalysis(client, other, file)]);
    go(`${path('documents', 'compare', first.modelId, first.resultId, second.modelId, second.resultId)}?name=${encodeURIComponent(file.name)}`);
  });
  return <Card title="Two models on one document"><Show of={models}>{(rows) => <div class="stack">
    <div class="columns"><SelectField label="First model" value={one} onInput={setOne} options={modelChoices(rows)} /><SelectField label="Second model" value={other} onInput={setOther} options={modelChoices(rows)} /></div>
    {begin.busy ? <Loading what="Sending" /> : <FileDrop label="Drop a document here, or choose one" accept={ACCEPTED} hint="It is read twice; fields that differ are marked." onFiles={([file]) => void begin.run(file!)} />}
    <CallBehind call={{ method: 'POST', path: at(`${modelPath(one)}:analyze`, ANALYZE), file: new File([], 'letter.pdf', { type: 'application/pdf' }) }} />
  </div>}</Show></Card>;
}
