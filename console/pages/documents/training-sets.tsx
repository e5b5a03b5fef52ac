/** The training sets of the account, and creating one. */
import { useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { useAccount } from '../../kit/accounts.ts';
import { FormDialog } from '../../kit/dialog.tsx';
import { TextField } from '../../kit/form.tsx';
import { formatAge, formatBytes, formatCount } from '../../kit/format.ts';
import { useAction, useLoad } from '../../kit/hooks.ts';
import { ListCard } from '../../kit/list-card.tsx';
import { Button, ButtonLink, Empty } from '../../kit/parts.tsx';
import { joinPath, Link, navigate } from '../../kit/router.tsx';
import { loadPages } from './calls.ts';
import { isName, nameProblem } from './training-files.ts';
import { createSet, type SetSummary } from './training-set.ts';

export function TrainingSetList() {
  const { client } = useAccount();
  const sets = useLoad((signal) => loadPages<SetSummary>(client, '/trainingSets', signal), [client]);
  const [creating, setCreating] = useState(false);
  return (
    <>
      <ListCard
        title={t('Training sets')}
        actions={<Button kind="primary" icon="add" onClick={() => setCreating(true)} text={t('New training set')} />}
        of={sets}
        keyOf={({ setId }) => setId}
        onOpen={({ setId }) => navigate(joinPath('documents', 'sets', setId))}
        empty={
          <Empty
            icon="tag"
            title={t('No training sets yet')}
            actions={<ButtonLink icon="sample" to="/?task=documents" text={t('Try the sample')} />}
          >
            {t('Create one and add your forms, or start with the sample: six labeled order forms and a model built from them.')}
          </Empty>
        }
        columns={[
          { title: t('Set'), cell: ({ setId }) => <Link to={joinPath('documents', 'sets', setId)}>{setId}</Link> },
          { title: t('Files'), width: '60px', number: true, cell: ({ fileCount }) => formatCount(fileCount) },
          { title: t('Size'), width: '70px', number: true, cell: (set) => formatBytes(set.bytes) },
          { title: t('Changed'), width: '100px', cell: ({ lastUpdatedDateTime }) => formatAge(lastUpdatedDateTime) },
        ]}
      />
      {creating && <NewSetDialog existing={sets.value?.map(({ setId }) => setId) ?? []} onClose={() => setCreating(false)} />}
    </>
  );
}

function NewSetDialog({ existing, onClose }: { existing: readonly string[]; onClose: () => void }) {
  const { client } = useAccount();
  const [name, setName] = useState('');
  const isTaken = existing.includes(name);
  const create = useAction(
    async () => {
      await createSet(client, name);
      onClose();
      navigate(joinPath('documents', 'sets', name));
    },
    { done: t('Training set created') },
  );
  return (
    <FormDialog title={t('New training set')} onClose={onClose} action={t('Create')} submit={create} may={isName(name) && !isTaken}>
      <p class="soft">{t('Labeled forms of one kind. Start with five labeled forms; they are stored until you delete them.')}</p>
      <TextField
        label={t('Set name')}
        required
        autoFocus
        value={name}
        onInput={setName}
        error={isTaken ? t('A training set with this name exists.') : nameProblem(name)}
        placeholder="order-forms"
      />
    </FormDialog>
  );
}
