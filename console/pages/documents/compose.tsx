/** Composes a model from several: each document is analyzed by the best matching one. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useAccount } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/call-behind.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { Form, TextField } from '../../kit/form.tsx';
import { Button } from '../../kit/parts.tsx';
import { navigate, joinPath } from '../../kit/router.tsx';
import { useAction } from '../../kit/use.ts';
import { versioned } from './calls.ts';
import { isName, nameProblem } from './model-id.ts';

export function ComposeDialog({ components, onClose }: { components: readonly string[]; onClose: () => void }): JSX.Element {
  const { client } = useAccount();
  const [modelId, setModelId] = useState('');
  const [description, setDescription] = useState('');
  const json = { modelId, ...description !== '' && { description }, componentModels: components.map((one) => ({ modelId: one })) };
  const make = useAction(async () => {
    await client.post(versioned('/documentModels:compose'), json);
    onClose();
    navigate(joinPath('documents', 'models', modelId));
  }, { done: 'Model composed' });
  return <Dialog title="Compose a model" onClose={onClose}>
    <Form class="" onSubmit={() => void (isName(modelId) && make.run())}>
      <p>From {components.map((one, i) => <>{i > 0 && ', '}<code>{one}</code></>)}. They are copied: later changes to them do not affect the new model.</p>
      <TextField label="Model name" required autoFocus value={modelId} onInput={setModelId} error={nameProblem(modelId)} autoComplete="off" />
      <TextField label="Description" value={description} onInput={setDescription} />
      <ApiCall call={{ method: 'POST', path: versioned('/documentModels:compose'), json }} />
      <div class="dialog-buttons"><Button onClick={onClose}>Cancel</Button><Button type="submit" kind="primary" busy={make.busy} disabled={!isName(modelId)}>Compose</Button></div>
    </Form>
  </Dialog>;
}
