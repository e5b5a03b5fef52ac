/** Label suggestions by a model of the account, by default the newest one built from this set. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useAccount } from '../../kit/accounts.ts';
import { SelectField } from '../../kit/form.tsx';
import { plural } from '../../kit/format.ts';
import { Button, Card } from '../../kit/parts.tsx';
import { toast } from '../../kit/toast.tsx';
import { useAction } from '../../kit/use.ts';
import { analyze, startAnalysis, getFile, isPrebuilt } from './calls.ts';
import type { Model } from './calls.ts';
import { toSuggestions } from './labels.ts';
import type { FormPage, Label } from './labels.ts';
import { modelChoices, useModels } from './use-models.ts';

const newestModel = (models: readonly Model[]): Model | undefined => models.toSorted((one, other) => one.createdDateTime < other.createdDateTime ? 1 : -1)[0];

export function SuggestionsCard({ setId, name, pages, open, onFound, onAccept }: { setId: string; name: string; pages: readonly FormPage[]; open: readonly Label[]; onFound: (found: readonly Label[]) => void; onAccept: () => void }): JSX.Element | null {
  const { account, client } = useAccount();
  const models = useModels(client);
  const [picked, setPicked] = useState<string>();
  const own = (models.value ?? []).filter(({ modelId }) => !isPrebuilt(modelId));
  const modelId = picked ?? (newestModel(own.filter(({ tags }) => tags.trainingSet === setId)) ?? newestModel(own))?.modelId;
  const ask = useAction(async () => {
    const { documents = [] } = await analyze(client, account, await startAnalysis(client, modelId!, await getFile(client, setId, name)));
    const found = documents[0] ? toSuggestions(documents[0], pages) : [];
    onFound(found);
    toast(found.length === 0 ? 'The model found nothing here.' : `${plural(found.length, 'suggestion')}: accept them one by one, or all.`);
  });
  if (own.length === 0) return null;
  return <Card title="Suggestions"><div class="stack">
    <SelectField label="Model" value={modelId!} onInput={setPicked} options={modelChoices(own)} />
    <div class="row"><Button icon="sample" busy={ask.busy} onClick={() => void ask.run()}>Suggest labels</Button>{open.length > 0 && <><Button kind="primary" icon="check" onClick={onAccept}>Accept {open.length}</Button><Button kind="quiet" onClick={() => onFound([])}>Discard</Button></>}</div>
  </div></Card>;
}
