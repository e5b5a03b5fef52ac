/** Labels the forms of a set that have no labels by what a model finds in them, or by fields that are asked for by name. */
import { useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { useAccount } from '../../kit/accounts.ts';
import { FormDialog } from '../../kit/dialog.tsx';
import { SelectField, TextField } from '../../kit/form.tsx';
import { plural } from '../../kit/format.ts';
import { useAction } from '../../kit/hooks.ts';
import { Button } from '../../kit/parts.tsx';
import { showFailure, toast } from '../../kit/toast.tsx';
import { analyze, getFile, setPath, startAnalysis, versioned, type Model } from './calls.ts';
import { correctableFields } from './corrections.ts';
import { modelTitle } from './gallery.ts';
import type { FormFile } from './training-set.ts';

const LAYOUT_MODEL = 'prebuilt-layout';

interface AutoLabelProps {
  setId: string;
  forms: readonly FormFile[];
  models: readonly Model[];
  onChanged: () => void;
}

export function AutoLabelButton({ forms, ...props }: AutoLabelProps) {
  const [open, setOpen] = useState(false);
  const waiting = forms.filter(({ labeled, isFlow }) => !labeled && !isFlow);
  if (waiting.length === 0) return null;
  return (
    <>
      <Button needs="label" icon="tag" onClick={() => setOpen(true)} text={t('Auto label')} />
      {open && <AutoLabelDialog {...props} forms={waiting} onClose={() => setOpen(false)} />}
    </>
  );
}

function AutoLabelDialog({ setId, forms, models, onChanged, onClose }: AutoLabelProps & { onClose: () => void }) {
  const { account, client } = useAccount();
  const [modelId, setModelId] = useState(LAYOUT_MODEL);
  const [names, setNames] = useState('');
  const [progress, setProgress] = useState('');
  const asked = names
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
    .join(',');
  const label = async (name: string): Promise<boolean> => {
    const query = { keepDocument: 'true', ...(asked !== '' && { features: 'queryFields', queryFields: asked }) };
    const analysis = await startAnalysis(client, modelId, await getFile(client, setId, name), query);
    // A form in which nothing is found stays to be labeled by hand.
    if (correctableFields(await analyze(client, account, analysis)).length === 0) return false;
    await client.post(versioned(`${setPath(setId)}:addResult`), { ...analysis, fileName: name });
    return true;
  };
  const run = useAction(async () => {
    let labeled = 0;
    for (const [n, { name }] of forms.entries()) {
      setProgress(t('{n} of {count}: {name}', { n: n + 1, count: forms.length, name }));
      await label(name).then(
        (found) => (labeled += found ? 1 : 0),
        (error: unknown) => showFailure(error, name),
      );
    }
    onClose();
    onChanged();
    toast(t('{labeled} of {forms} labeled; check the labels before you build.', { labeled, forms: plural(forms.length, 'form') }));
  });
  return (
    <FormDialog
      title={t('Auto label')}
      onClose={onClose}
      icon="play"
      action={t('Label {forms}', { forms: plural(forms.length, 'form') })}
      submit={run}
      may={modelId !== LAYOUT_MODEL || asked !== ''}
    >
      <SelectField
        label={t('Label by')}
        value={modelId}
        onInput={setModelId}
        options={[
          { value: LAYOUT_MODEL, label: t('Names of fields') },
          ...models
            .filter(({ docTypes = {} }) => Object.values(docTypes).some(({ fieldSchema }) => Object.keys(fieldSchema).length > 0))
            .map((model) => ({ value: model.modelId, label: modelTitle(model.modelId) })),
        ]}
      />
      <TextField
        label={t('Fields to find')}
        value={names}
        onInput={setNames}
        placeholder={t('policy holder, delivery date')}
        hint={t('Names of up to 20 fields in any language, separated by commas.')}
      />
      {run.busy && (
        <p class="row" role="status">
          <span class="spinner" />
          {progress}
        </p>
      )}
    </FormDialog>
  );
}
