/** Turns the query of a playground into a labeled utterance. */
import { useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { Form, SelectField } from '../../kit/form.tsx';
import { useAction } from '../../kit/hooks.ts';
import { Button } from '../../kit/parts.tsx';
import { setQuery } from '../../kit/router.tsx';
import { toast } from '../../kit/toast.tsx';
import type { LabeledText } from './entities.ts';

export interface AddAsUtteranceProps {
  /** The query with its predicted intent and learned entities. */
  predicted: LabeledText;
  intents: readonly string[];
  add: (utterance: LabeledText) => Promise<void>;
}

export function AddAsUtterance({ predicted, intents, add }: AddAsUtteranceProps) {
  const [picked, setPicked] = useState<string>();
  const [added, setAdded] = useState(false);
  const intent = picked ?? (intents.includes(predicted.intent) ? predicted.intent : (intents[0] ?? predicted.intent));
  const run = useAction(async () => {
    await add({ ...predicted, intent });
    setAdded(true);
    toast(t('Added to {intent}', { intent }));
  });
  return (
    <Form class="row" onSubmit={() => void run.run()}>
      <SelectField bare label={t('Intent of the utterance')} value={intent} options={intents} onInput={setPicked} />
      <Button needs="label" type="submit" icon="add" busy={run.busy} disabled={added} text={t('Add as utterance')} />
      {added && (
        <Button kind="quiet" onClick={() => setQuery({ tab: undefined, at: predicted.text }, { replace: false })}>
          {t('Open and label')}
        </Button>
      )}
    </Form>
  );
}
