/** Corrects the fields of a result one by one and adds its document to a training set: the corrected fields become labels. */
import { useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { useAccount } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { FormDialog } from '../../kit/dialog.tsx';
import { SelectField, TextField } from '../../kit/form.tsx';
import { plural } from '../../kit/format.ts';
import { useAction, useLoad } from '../../kit/hooks.ts';
import { Button } from '../../kit/parts.tsx';
import { joinPath, navigate } from '../../kit/router.tsx';
import { toast } from '../../kit/toast.tsx';
import { loadPages, setPath, versioned, type StartedAnalysis } from './calls.ts';
import { correctableFields, correctionOf, correctionsOf, freeName, rowFields, withRows, type Correction } from './corrections.ts';
import type { AnalyzeResult } from './result.ts';
import { isName, nameProblem } from './training-files.ts';
import { createSet, type SetSummary, type TrainingSet } from './training-set.ts';

interface AddToSetProps extends StartedAnalysis {
  result: AnalyzeResult;
  /** Of the document. */ name: string;
}

export function AddToSetButton(props: AddToSetProps) {
  const [open, setOpen] = useState(false);
  if (correctableFields(props.result).length === 0) return null;
  return (
    <>
      <Button needs="label" icon="tag" onClick={() => setOpen(true)} text={t('Add to training set')} />
      {open && <AddToSetDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function AddToSetDialog({ modelId, resultId, result: found, name, onClose }: AddToSetProps & { onClose: () => void }) {
  const { client } = useAccount();
  const sets = useLoad((signal) => loadPages<SetSummary>(client, '/trainingSets', signal), [client]);
  const [chosen, setChosen] = useState<string>();
  const [newName, setNewName] = useState('');
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const [rows, setRows] = useState<Readonly<Record<string, number>>>({});
  const result = withRows(found, rows);
  const setId = chosen ?? sets.value?.[0]?.setId ?? '';
  const target = setId === '' ? newName : setId;
  const isTaken = setId === '' && (sets.value ?? []).some((one) => one.setId === newName);
  const fields = correctionsOf(result, texts);
  const json = { modelId, resultId, fileName: freeName(name, new Set()), fields };
  const add = useAction(async () => {
    if (setId === '') await createSet(client, target);
    const { files } = await client.get<TrainingSet>(versioned(setPath(target)), { quiet: true });
    const fileName = freeName(name, new Set(files.map((file) => file.name)));
    const { labels } = await client.post<{ labels: number }>(versioned(`${setPath(target)}:addResult`), { ...json, fileName });
    onClose();
    toast(t('Added to {set} with {labels}', { set: target, labels: plural(labels, 'label') }), {
      action: { title: t('Open'), run: () => navigate(joinPath('documents', 'sets', target, fileName)) },
    });
  });
  return (
    <FormDialog
      wide
      title={t('Add to training set')}
      onClose={onClose}
      action={t('Add')}
      submit={add}
      may={sets.value !== undefined && isName(target) && !isTaken}
    >
      <SelectField
        label={t('Training set')}
        value={setId}
        onInput={setChosen}
        options={[...(sets.value ?? []).map((one) => one.setId), { value: '', label: t('New training set') }]}
      />
      {setId === '' && (
        <TextField
          label={t('Set name')}
          required
          value={newName}
          onInput={setNewName}
          error={isTaken ? t('A training set with this name exists.') : nameProblem(newName)}
          placeholder="order-forms"
        />
      )}
      <p class="soft">{t('Correct what was read wrongly, as it is on the page; empty a field that the document does not have.')}</p>
      <div class="columns documents-pair">
        {correctableFields(result).map((one) => (
          <TextField
            label={one.titles.join(', ')}
            value={texts[one.name] ?? one.field.content ?? ''}
            onInput={(text) => setTexts({ ...texts, [one.name]: text })}
            hint={describe(correctionOf(result, one, texts))}
          />
        ))}
      </div>
      {rowFields(found).map((list) => (
        <Button
          kind="quiet"
          icon="add"
          onClick={() => setRows({ ...rows, [list]: (rows[list] ?? 0) + 1 })}
          text={t('Add a row to {field}', { field: list })}
        />
      ))}
      <ApiCall call={{ method: 'POST', path: versioned(`${setPath(target || 'my-set')}:addResult`), json }} />
    </FormDialog>
  );
}

/** What becomes of a corrected field. */
function describe(correction: Correction | null | undefined): string | undefined {
  if (correction === undefined) return undefined;
  if (correction === null) return t('Corrected: the document does not have it.');
  const [first] = correction.boundingRegions ?? [];
  return first
    ? t('Corrected: found on page {page}.', { page: first.pageNumber })
    : t('Corrected, but not found on the pages: label it by hand afterwards.');
}
