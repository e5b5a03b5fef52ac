/** The person directory of the account: its persons and dynamic groups. */
import { useMemo, useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { useAccount } from '../../kit/accounts.ts';
import { FormDialog } from '../../kit/dialog.tsx';
import { TextField } from '../../kit/form.tsx';
import { formatCount } from '../../kit/format.ts';
import { useAction } from '../../kit/hooks.ts';
import { ListCard } from '../../kit/list-card.tsx';
import { Button, Empty } from '../../kit/parts.tsx';
import { Link, navigate } from '../../kit/router.tsx';
import { idProblem, usePaged } from './calls.ts';
import { DIRECTORY, DIRECTORY_FOLLOWS, groupPath, groupUrl, listDynamicGroups, listPersons, personUrl } from './directory-calls.ts';
import { DirectoryIdentify } from './directory-identify.tsx';
import { Avatar } from './face-parts.tsx';
import { Consent } from './gallery-parts.tsx';

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
  const [search, setSearch] = useState('');
  const [isOpen, setOpen] = useState(false);
  const { first, rows, isWhole, onEnd } = usePaged(
    (start, signal) => listPersons(client, start, signal),
    ({ personId }) => personId,
    [client],
    { follows: DIRECTORY_FOLLOWS },
  );
  const shown = useMemo(() => rows.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase())), [rows, search]);
  const count = formatCount(rows.length);
  return (
    <ListCard
      title={t('People')}
      actions={
        <>
          {rows.length > 0 && (
            <TextField
              bare
              type="search"
              label={isWhole ? t('Search people') : t('Search the first {count} people', { count })}
              placeholder={isWhole ? t('Search') : t('Search the first {count}', { count })}
              value={search}
              onInput={setSearch}
            />
          )}
          <Button needs="label" icon="add" onClick={() => setOpen(true)} text={t('New person')} />
        </>
      }
      of={first}
      rows={shown}
      keyOf={({ personId }) => personId}
      rowHeight={44}
      onOpen={({ personId }) => navigate(personUrl(personId))}
      onEnd={onEnd}
      empty={
        <Empty icon="faces" title={rows.length === 0 ? t('No people yet') : t('No results')}>
          {rows.length === 0 && t('A person of the directory can be in many groups, and is found without training.')}
        </Empty>
      }
      columns={[
        {
          title: t('Name'),
          cell: ({ personId, name }) => (
            <span class="row faces-named">
              <Avatar name={name} />
              <Link to={personUrl(personId)}>{name}</Link>
            </span>
          ),
        },
        { title: t('User data'), cell: ({ userData }) => <span class="soft">{userData}</span> },
      ]}
    >
      {isOpen && <NewPersonDialog onClose={() => setOpen(false)} />}
    </ListCard>
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
