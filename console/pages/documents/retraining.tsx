/** What corrected results say about the model of a set, and building it again after some of them. */
import { useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { useAccount } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { Form, NumberField, TextField } from '../../kit/form.tsx';
import { formatPercent, plural } from '../../kit/format.ts';
import { useAction } from '../../kit/hooks.ts';
import { Button, Card, Facts } from '../../kit/parts.tsx';
import { setPath, versioned } from './calls.ts';
import { isName, nameProblem } from './training-files.ts';
import type { Corrections, TrainingSet } from './training-set.ts';

export function RetrainingCard({ set, onSaved }: { set: TrainingSet; onSaved: () => void }) {
  const { client } = useAccount();
  const { setId, retraining, corrections, previousCorrections } = set;
  const [after, setAfter] = useState(retraining?.after);
  const [modelId, setModelId] = useState(retraining?.modelId ?? setId);
  const call = { method: 'PUT', path: versioned(`${setPath(setId)}/retraining`), json: { modelId, after: after ?? 0 } } as const;
  const save = useAction(
    async () => {
      await client.call('PUT', call.path, { json: call.json });
      onSaved();
    },
    { done: t('Saved') },
  );
  return (
    <Card title={t('Corrections')}>
      <div class="stack">
        <p class="soft">
          {corrections
            ? t('{forms} corrected since the last build.', { forms: plural(corrections.forms, 'form') })
            : t('Correct the result of an analysis and add it here: it trains the next model.')}
        </p>
        <RightShares of={corrections ?? previousCorrections} />
        <Form onSubmit={() => void (isName(modelId) && save.run())}>
          <div class="columns documents-pair">
            <NumberField
              needs="label"
              label={t('Build again after')}
              value={after}
              onInput={setAfter}
              min={0}
              max={1000}
              placeholder={t('never')}
              hint={t('Corrected forms')}
            />
            <TextField needs="label" label={t('Model to replace')} value={modelId} onInput={setModelId} error={nameProblem(modelId)} />
          </div>
          <div>
            <Button needs="label" type="submit" busy={save.busy} disabled={!isName(modelId)} text={t('Save')} />
          </div>
        </Form>
        <ApiCall call={call} />
      </div>
    </Card>
  );
}

/** How often each field was right in the corrected forms. */
function RightShares({ of }: { of: Corrections | undefined }) {
  if (!of) return null;
  return (
    <Facts
      rows={Object.entries(of.fields).map(([name, { right, corrected }]) => [
        name,
        t('{share} right ({right} of {all})', { share: formatPercent(right / (right + corrected)), right, all: right + corrected }),
      ])}
    />
  );
}
