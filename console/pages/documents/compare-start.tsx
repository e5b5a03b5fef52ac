/** Analyzes one document with two models. */
import type { JSX } from 'preact';
import { useAccount } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/call-behind.tsx';
import { FileDrop } from '../../kit/file-drop.tsx';
import { SelectField } from '../../kit/form.tsx';
import { Card, Loading } from '../../kit/parts.tsx';
import { Async } from '../../kit/problem.tsx';
import { navigate, joinPath, setQuery, useRoute } from '../../kit/router.tsx';
import { useAction } from '../../kit/use.ts';
import { ACCEPTED } from './analyze.tsx';
import { ANALYZE, versioned, startAnalysis, isPrebuilt, modelPath } from './calls.ts';
import type { StartedAnalysis, Model } from './calls.ts';
import { emptyProblem } from './dropped.ts';
import { modelChoices, useModels } from './use-models.ts';

export function CompareStart(): JSX.Element {
  const { client } = useAccount();
  const models = useModels(client);
  const { query } = useRoute();
  const [one, other] = defaultPair(models.value ?? [], query.get('one'), query.get('other'));
  const begin = useAction(async (file: File) => {
    const empty = emptyProblem(file);
    if (empty !== undefined) throw new Error(empty);
    const [first, second] = await Promise.all([startAnalysis(client, one, file, { keepDocument: 'true' }), startAnalysis(client, other, file, { keepDocument: 'true' })]);
    navigate(compareUrl([first, second], file.name));
  });
  return <Card title="Compare two models"><Async of={models}>{(rows) => <div class="stack">
    <div class="columns"><SelectField label="First model" value={one} onInput={(value) => setQuery({ one: value })} options={modelChoices(rows)} /><SelectField label="Second model" value={other} onInput={(value) => setQuery({ other: value })} options={modelChoices(rows)} /></div>
    {begin.busy ? <Loading what="Uploading" /> : <FileDrop label="Drop a document here, or browse" accept={ACCEPTED} hint="It is analyzed with both models; fields that differ are highlighted." onFiles={([file]) => void begin.run(file!)} />}
    <ApiCall call={{ method: 'POST', path: versioned(`${modelPath(one)}:analyze`, ANALYZE), file: new File([], 'letter.pdf', { type: 'application/pdf' }) }} />
  </div>}</Async></Card>;
}

/** Result ids, which do not belong in breadcrumbs. */
function compareUrl([one, other]: readonly [StartedAnalysis, StartedAnalysis], name: string): string {
  return `${joinPath('documents', 'compare', one.modelId, other.modelId)}?${new URLSearchParams({ results: `${one.resultId},${other.resultId}`, name }).toString()}`;
}

/** The models in the URL; else the newest of the account, since old and new versions are usually compared. */
function defaultPair(models: readonly Model[], one: string | null, other: string | null): [string, string] {
  const own = models.filter(({ modelId }) => !isPrebuilt(modelId)).toSorted((a, b) => b.createdDateTime.localeCompare(a.createdDateTime)).map(({ modelId }) => modelId);
  const offered = [...own, 'prebuilt-invoice', 'prebuilt-receipt'];
  const first = one ?? offered.find((modelId) => modelId !== other)!;
  return [first, other ?? offered.find((modelId) => modelId !== first)!];
}
