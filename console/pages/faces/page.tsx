/** Faces: the start page, or what the URL names: a group, a person, a list. */
import { useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { useAccount } from '../../kit/accounts.ts';
import { useActions } from '../../kit/actions.ts';
import { FormDialog } from '../../kit/dialog.tsx';
import { SelectField, TextField } from '../../kit/form.tsx';
import { useAction } from '../../kit/hooks.ts';
import { ListCard } from '../../kit/list-card.tsx';
import { Button, ButtonLink, Card, Empty, PageHeader, Redirect } from '../../kit/parts.tsx';
import { Link, navigate, type PageProps } from '../../kit/router.tsx';
import { Tabs } from '../../kit/tabs.tsx';
import { galleryPath, galleryUrl, GROUPS, idFrom, idProblem, kindByName, listGalleries, LISTS, MODEL, usePaged } from './calls.ts';
import type { Kind } from './calls.ts';
import { Detect } from './detect.tsx';
import { DIRECTORY_URL } from './directory-calls.ts';
import { DirectoryPersonPage } from './directory-person.tsx';
import { Directory } from './directory.tsx';
import { DynamicGroupPage } from './dynamic-group.tsx';
import { Consent } from './gallery-parts.tsx';
import { GroupPage } from './group.tsx';
import { Identify } from './identify.tsx';
import { FaceListPage } from './list.tsx';
import { PersonPage } from './person.tsx';
import { Similar } from './similar.tsx';
import { Verify } from './verify.tsx';

export default function Faces({ parts }: PageProps) {
  const [view, id, personId] = parts;
  if (view === undefined) return <FacesHome />;
  if (view === 'directory')
    return id === undefined ? <Redirect to={DIRECTORY_URL} /> : <DirectoryPersonPage key={parts.join('/')} personId={id} />;
  if (view === 'dynamicpersongroups')
    return id === undefined ? <Redirect to={DIRECTORY_URL} /> : <DynamicGroupPage key={parts.join('/')} id={id} />;
  const kind = kindByName(view);
  if (!kind)
    return (
      <Empty icon="faces" title={t('Page not found')} actions={<ButtonLink to="/faces">{t('Faces')}</ButtonLink>}>
        {t('There is no page at this URL.')}
      </Empty>
    );
  if (id === undefined) return <Redirect to={kind.holds === 'persons' ? '/faces' : '/faces?tab=lists'} />;
  if (kind.holds === 'faces') return <FaceListPage key={parts.join('/')} kind={kind} id={id} />;
  return personId === undefined ? (
    <GroupPage key={parts.join('/')} kind={kind} id={id} />
  ) : (
    <PersonPage key={parts.join('/')} kind={kind} id={id} personId={personId} />
  );
}

const NEW_GROUP = {
  title: t('New group'),
  kinds: GROUPS,
  example: 'friends',
  about: t('People to recognize. Identify finds which of them is in an image.'),
};
const NEW_LIST = {
  title: t('New list'),
  kinds: LISTS,
  example: 'visitors',
  about: t('Faces without names. Find similar returns those that look like another face.'),
};

/** Start page of faces: groups, lists and recognition. */
export function FacesHome() {
  return (
    <>
      <PageHeader title={t('Faces')} about={t('Detect faces, store those of people you know, and identify them in other images.')} />
      <Tabs
        label={t('Faces')}
        tabs={[
          { id: 'groups', title: t('Groups'), content: () => <Galleries key="groups" {...NEW_GROUP} /> },
          { id: 'lists', title: t('Lists'), content: () => <Galleries key="lists" {...NEW_LIST} /> },
          { id: 'directory', title: t('Person directory'), content: () => <Directory /> },
          { id: 'identify', title: t('Identify'), content: () => <Identify /> },
          { id: 'verify', title: t('Verify'), content: () => <Verify /> },
          { id: 'similar', title: t('Find similar'), content: () => <Similar /> },
          { id: 'detect', title: t('Detect'), content: () => <Detect /> },
        ]}
      />
    </>
  );
}

/** The groups or lists of the account, and a form for another one. */
function Galleries(props: NewGalleryProps) {
  return (
    <div class="columns faces-columns">
      <div class="stack">
        {props.kinds.map((kind) => (
          <GalleryTable key={kind.path} kind={kind} />
        ))}
      </div>
      <div class="stack">
        <NewGallery {...props} />
        <Consent />
      </div>
    </div>
  );
}

function GalleryTable({ kind }: { kind: Kind }) {
  const { client } = useAccount();
  const { first, rows, onEnd } = usePaged(
    (start, signal) => listGalleries(client, kind, start, signal),
    ({ id }) => id,
    [client, kind],
  );
  return (
    <ListCard
      title={kind.title}
      actions={<span class="soft">{kind.about}</span>}
      of={first}
      rows={rows}
      keyOf={({ id }) => id}
      onOpen={(one) => navigate(galleryUrl(one))}
      onEnd={onEnd}
      empty={<NoGallery kind={kind} />}
      columns={[
        { title: t('Name'), cell: (one) => <Link to={galleryUrl(one)}>{one.name}</Link> },
        { title: t('Id'), cell: ({ id }) => <code>{id}</code> },
        { title: t('Model'), width: '120px', cell: ({ recognitionModel }) => <span class="soft">{recognitionModel}</span> },
      ]}
    />
  );
}

function NoGallery({ kind }: { kind: Kind }) {
  const text =
    kind.path === 'persongroups'
      ? t('Create a group with “New group” and drop images of people: each becomes a person named after its file or folder.')
      : kind.holds === 'persons'
        ? t('Create one for more than ten thousand people.')
        : t('Create a list with “New list”.');
  return <Empty icon="faces" title={kind.none} text={text} />;
}

interface NewGalleryProps {
  title: string;
  kinds: readonly Kind[];
  example: string;
  about: string;
}

function NewGallery(props: NewGalleryProps) {
  const { title, about } = props;
  const [isOpen, setOpen] = useState(false);
  useActions([{ title, needs: 'label', keys: 'n', run: () => setOpen(true) }]);
  return (
    <Card title={title}>
      <div class="stack">
        <p class="soft">{about}</p>
        <div>
          <Button kind="primary" icon="add" keys="n" onClick={() => setOpen(true)} text={title} />
        </div>
      </div>
      {isOpen && <NewGalleryDialog {...props} onClose={() => setOpen(false)} />}
    </Card>
  );
}

function NewGalleryDialog({ title, kinds, example, onClose }: NewGalleryProps & { onClose: () => void }) {
  const { client } = useAccount();
  const [name, setName] = useState('');
  const [typedId, setId] = useState<string>();
  const id = typedId ?? idFrom(name);
  const [path, setPath] = useState<string>(kinds[0]!.path);
  const kind = kinds.find((one) => one.path === path)!;
  const json = { name: name || id || example, recognitionModel: MODEL };
  const may = id !== '' && idProblem(id) === undefined;
  const make = useAction(async () => {
    await client.put(galleryPath(kind, id), json);
    onClose();
    navigate(galleryUrl({ kind, id }));
  });
  return (
    <FormDialog title={title} onClose={onClose} action={t('Create')} submit={make} may={may}>
      <TextField label={t('Name')} value={name} onInput={setName} placeholder={example} autoFocus maxLength={128} />
      <TextField
        label={t('Id')}
        value={id}
        onInput={setId}
        error={idProblem(id)}
        required
        maxLength={64}
        hint={t('Used in API calls; cannot be changed.')}
      />
      <SelectField
        label={t('Kind')}
        value={path}
        onInput={setPath}
        options={kinds.map((one) => ({ value: one.path, label: `${one.one}: ${one.about}` }))}
      />
    </FormDialog>
  );
}
