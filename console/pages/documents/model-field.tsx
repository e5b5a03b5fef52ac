/** The model that analyzes, as part of the URL, with what it finds. */
import { t } from '../../i18n/messages.ts';
import { Async } from '../../kit/async.tsx';
import { SelectField } from '../../kit/form.tsx';
import type { Loaded } from '../../kit/hooks.ts';
import { setQuery } from '../../kit/router.tsx';
import type { Model } from './calls.ts';
import { describeModel } from './gallery.ts';
import { modelChoices } from './hooks.ts';

export function ModelField({ models, modelId }: { models: Loaded<Model[]>; modelId: string }) {
  return (
    <Async of={models}>
      {(rows) => (
        <SelectField
          label={t('Model')}
          value={modelId}
          onInput={(value) => setQuery({ model: value })}
          options={modelChoices(rows)}
          hint={rows.filter((one) => one.modelId === modelId).map((one) => describeModel(one).finds)}
        />
      )}
    </Async>
  );
}
