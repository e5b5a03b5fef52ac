/** Copies a model or classifier to another account: the authorization is requested there and used here. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { accounts, clientOf, shortName, useAccount } from '../../kit/accounts.ts';
import { operationPath } from '../../kit/api.ts';
import { ApiCall } from '../../kit/call-behind.tsx';
import { useCell } from '../../kit/cell.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { Form, SelectField, TextField } from '../../kit/form.tsx';
import { JobProgress } from '../../kit/job.tsx';
import { Button, ButtonLink, Empty } from '../../kit/parts.tsx';
import { joinPath } from '../../kit/router.tsx';
import { useAction } from '../../kit/use.ts';
import { getOperationStatus, versioned, classifierPath, modelPath } from './calls.ts';
import { isName, nameProblem } from './model-id.ts';

/** Account kinds that can use documents. */
const ACCOUNT_KINDS = ['MultiService', 'DocumentAnalysis'];

export interface CopyResult { kind: 'model' | 'classifier'; id: string }

/** Path and URL segments, and the field with the name of the copy. */
const COPY_KINDS = { model: { noun: 'documentModels', page: 'models', field: 'modelId', pathOf: modelPath }, classifier: { noun: 'documentClassifiers', page: 'classifiers', field: 'classifierId', pathOf: classifierPath } } as const;

export function CopyDialog({ kind, id, onClose }: CopyResult & { onClose: () => void }): JSX.Element {
  const { noun, page, field, pathOf } = COPY_KINDS[kind];
  const { account, client } = useAccount();
  const others = useCell(accounts).filter((one) => one.id !== account.id && ACCOUNT_KINDS.includes(one.kind) && !one.properties.blocked);
  const [target, setTarget] = useState(others[0] ? shortName(others[0]) : '');
  const [name, setName] = useState(id);
  const [work, setWork] = useState<string>();
  const [ended, setEnded] = useState<boolean>();
  const copy = useAction(async () => {
    const there = clientOf(others.find((one) => shortName(one) === target)!);
    const authorization = await there.post<object>(versioned(`/${noun}:authorizeCopy`), { [field]: name });
    const { headers } = await client.call('POST', versioned(`${pathOf(id)}:copyTo`), { json: authorization });
    setWork(operationPath(headers));
  });
  if (others.length === 0) return <Dialog title={`Copy ${id}`} onClose={onClose}><div class="dialog-body"><Empty icon="accounts" title="No other account" actions={<ButtonLink to="/accounts">Accounts</ButtonLink>}>Create one of the kind All areas or Documents. To copy to another server, request an authorization there and send it to copyTo.</Empty></div></Dialog>;
  return <Dialog title={`Copy ${id}`} onClose={onClose}>
    <Form class="" onSubmit={() => void (isName(name) && copy.run())}>
      <SelectField label="Target account" value={target} onInput={setTarget} options={others.map((one) => ({ value: shortName(one), label: `${one.name} (${shortName(one)})` }))} disabled={work !== undefined} />
      <TextField label="New name" required value={name} onInput={setName} error={nameProblem(name)} disabled={work !== undefined} />
      {work !== undefined && <JobProgress title="Copying" ask={async (signal) => (await getOperationStatus(client, work, signal)).state} onEnd={({ status }) => setEnded(status === 'succeeded')} />}
      <ApiCall call={{ method: 'POST', path: versioned(`/${noun}:authorizeCopy`), json: { [field]: name } }} />
      <div class="dialog-buttons">
        <Button onClick={onClose}>{ended === undefined ? 'Cancel' : 'Close'}</Button>
        {ended ? <ButtonLink kind="primary" to={`${joinPath('documents', page, name)}?account=${encodeURIComponent(target)}`}>Open copy</ButtonLink> : <Button type="submit" kind="primary" busy={copy.busy || (work !== undefined && ended === undefined)} disabled={!isName(name)}>Copy</Button>}
      </div>
    </Form>
  </Dialog>;
}
