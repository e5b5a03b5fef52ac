/** The person directory of the account: its persons and dynamic groups. */
import { useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { useAccount } from '../../kit/accounts.ts';
import { FormDialog } from '../../kit/dialog.tsx';
import { TextField } from '../../kit/form.tsx';
import { useAction } from '../../kit/hooks.ts';
import { ListCard } from '../../kit/list-card.tsx';
import { Button, Empty } from '../../kit/parts.tsx';
import { Link, navigate } from '../../kit/router.tsx';
import { idProblem, usePaged } from './calls.ts';
import { DIRECTORY, DIRECTORY_FOLLOWS, groupPath, groupUrl, listDynamicGroups, listPersons, personUrl } from './directory-calls.ts';
import { DirectoryIdentify } from './directory-identify.tsx';
import { Consent } from './gallery-parts.tsx';
import { PeopleCard } from './people-card.tsx';

export function Directory() {
  return (
    <div class="columns faces-columns">
      <div class="stack">
        <Persons />
        <DynamicGroups />
      </div>
      <div class="stack">
        <DirectoryIdentify />
        <Consent />
      </div>
    </div>
  );
}

function Persons() {
  const { client } = useAccount();
  const [isOpen, setOpen] = useState(false);
  const people = usePaged(
    (start, signal) => listPersons(client, start, signal),
    ({ personId }) => personId,
    [client],
    { follows: DIRECTORY_FOLLOWS },
  );
  return (
    <PeopleCard
      people={people}
      urlOf={personUrl}
      invitation={t('A person of the directory can be in many groups, and is found without training.')}
      actions={<Button needs="label" icon="add" onClick={() => setOpen(true)} text={t('New person')} />}
      columns={[{ title: t('User data'), cell: ({ userData }) => <span class="soft">{userData}</span> }]}
    >
      {isOpen && <NewPersonDialog onClose={() => setOpen(false)} />}
    </PeopleCard>
  );
}

function NewPersonDialog({ onClose }: { onClose: () => void }) {
  const { client } = useAccount();
  const [name, setName] = useState('');
  const path = `${DIRECTORY}/persons`;
  const create = useAction(async () => {
    const { personId } = await client.post<{ personId: string }>(path, { name });
    onClose();
    navigate(personUrl(personId));
  });
  return (
    <FormDialog title={t('New person')} onClose={onClose} action={t('Create')} submit={create} may={name !== ''}>
      <TextField label={t('Person name')} value={name} onInput={setName} maxLength={128} autoFocus />
    </FormDialog>
  );
}

function DynamicGroups() {
  const { client } = useAccount();
  const [isOpen, setOpen] = useState(false);
  const { first, rows, onEnd } = usePaged(
    (start, signal) => listDynamicGroups(client, start, signal),
    ({ dynamicPersonGroupId }) => dynamicPersonGroupId,
    [client],
    { follows: DIRECTORY_FOLLOWS },
  );
  return (
    <ListCard
      title={t('Dynamic groups')}
      actions={<Button needs="label" icon="add" onClick={() => setOpen(true)} text={t('New dynamic group')} />}
      of={first}
      rows={rows}
      keyOf={({ dynamicPersonGroupId }) => dynamicPersonGroupId}
      onOpen={({ dynamicPersonGroupId }) => navigate(groupUrl(dynamicPersonGroupId))}
      onEnd={onEnd}
      empty={
        <Empty icon="faces" title={t('No dynamic groups yet')}>
          {t('A dynamic group limits an identification to some people of the directory.')}
        </Empty>
      }
      columns={[
        { title: t('Name'), cell: ({ dynamicPersonGroupId, name }) => <Link to={groupUrl(dynamicPersonGroupId)}>{name}</Link> },
        { title: t('Id'), cell: ({ dynamicPersonGroupId }) => <code>{dynamicPersonGroupId}</code> },
      ]}
    >
      {isOpen && <NewGroupDialog onClose={() => setOpen(false)} />}
    </ListCard>
  );
}

function NewGroupDialog({ onClose }: { onClose: () => void }) {
  const { client } = useAccount();
  const [id, setId] = useState('');
  const [name, setName] = useState('');
  const may = id !== '' && idProblem(id) === undefined;
  const json = { name: name || id || 'family' };
  const create = useAction(async () => {
    await client.put(groupPath(id), json);
    onClose();
    navigate(groupUrl(id));
  });
  return (
    <FormDialog title={t('New dynamic group')} onClose={onClose} action={t('Create')} submit={create} may={may}>
      <TextField
        label={t('Id')}
        value={id}
        onInput={setId}
        error={idProblem(id)}
        placeholder="family"
        autoFocus
        maxLength={64}
        hint={t('Used in API calls; cannot be changed.')}
      />
      <TextField label={t('Name')} value={name} onInput={setName} placeholder={id || 'family'} maxLength={128} />
    </FormDialog>
  );
}
