/** One dynamic group: which persons of the directory are in it, and an identification among them. */
import { useState } from 'preact/hooks';
import { rich, t } from '../../i18n/messages.ts';
import { useAccount } from '../../kit/accounts.ts';
import { Async, AsyncPage } from '../../kit/async.tsx';
import { Form, SelectField } from '../../kit/form.tsx';
import { useAction, useLoad } from '../../kit/hooks.ts';
import { Button, ButtonLink, Card } from '../../kit/parts.tsx';
import { usePaged, type Paged } from './calls.ts';
import { DIRECTORY_FOLLOWS, DIRECTORY_URL, groupPath, listMembers, listPersons, MEMBERS, personUrl } from './directory-calls.ts';
import type { DirectoryPerson, DynamicGroup } from './directory-calls.ts';
import { DirectoryIdentify } from './directory-identify.tsx';
import { ThingHeader } from './gallery-parts.tsx';
import { PeopleCard } from './people-card.tsx';

export function DynamicGroupPage({ id }: { id: string }) {
  const { client } = useAccount();
  const group = useLoad((signal) => client.get<DynamicGroup>(groupPath(id), { signal }), [client, id]);
  return (
    <AsyncPage of={group} list={{ to: '/faces?tab=directory', title: t('Person directory') }}>
      {(one) => <GroupDetails group={one} onSaved={group.reload} />}
    </AsyncPage>
  );
}

function GroupDetails({ group, onSaved }: { group: DynamicGroup; onSaved: () => void }) {
  const { client } = useAccount();
  const { dynamicPersonGroupId: id, name, userData } = group;
  const path = groupPath(id);
  const members = usePaged(
    (start, signal) => listMembers(client, id, start, signal),
    ({ personId }) => personId,
    [client, id],
    { size: MEMBERS, follows: DIRECTORY_FOLLOWS },
  );
  const remove = useAction(async (personId: string) => {
    await client.patch(path, { removePersonIds: [personId] });
    members.first.reload();
  });
  return (
    <>
      <ThingHeader
        needs="manage"
        what={t('group')}
        typed={id}
        path={path}
        after={DIRECTORY_URL}
        ofIt={() => false}
        text={t('The group is deleted; its people stay in the directory.')}
        name={name}
        userData={userData}
        about={rich('A dynamic group of the person directory: {code}.', { code: <code>{id}</code> })}
        onSaved={onSaved}
      >
        <ButtonLink icon="left" to={DIRECTORY_URL} text={t('Person directory')} />
      </ThingHeader>
      <div class="columns faces-columns">
        <div class="stack">
          <PeopleCard
            people={members}
            urlOf={personUrl}
            invitation={t('Add people of the directory under “Add a person”.')}
            columns={[
              {
                title: t('Actions'),
                width: '110px',
                cell: ({ personId, name: called }) => (
                  <Button
                    needs="label"
                    kind="quiet"
                    icon="close"
                    label={t('Remove {name} from the group', { name: called })}
                    onClick={() => void remove.run(personId)}
                  />
                ),
              },
            ]}
          />
        </div>
        <div class="stack">
          <AddMembers path={path} members={members} />
          <DirectoryIdentify group={id} />
        </div>
      </div>
    </>
  );
}

function AddMembers({ path, members }: { path: string; members: Paged<DirectoryPerson> }) {
  const { client } = useAccount();
  const [chosen, setChosen] = useState('');
  const persons = useLoad((signal) => listPersons(client, '', signal), [client]);
  const add = useAction(async () => {
    await client.patch(path, { addPersonIds: [chosen] });
    setChosen('');
    members.first.reload();
  });
  return (
    <Card title={t('Add a person')}>
      <Async of={persons}>
        {(all) => {
          const others = all.filter(({ personId }) => !members.rows.some((one) => one.personId === personId));
          return (
            <Form onSubmit={() => void (chosen !== '' && add.run())}>
              <SelectField
                label={t('Person of the directory')}
                value={chosen}
                onInput={setChosen}
                options={[
                  { value: '', label: t('Select a person') },
                  ...others.map(({ personId, name }) => ({ value: personId, label: `${name} (${personId.slice(0, 8)})` })),
                ]}
              />
              <div>
                <Button needs="label" type="submit" icon="add" busy={add.busy} disabled={chosen === ''} text={t('Add to the group')} />
              </div>
            </Form>
          );
        }}
      </Async>
    </Card>
  );
}
