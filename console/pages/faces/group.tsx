/** One group: its persons, adding some by image, training, and possible duplicates. */
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { useAccount } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/call-behind.tsx';
import { Form, TextField } from '../../kit/form.tsx';
import { formatCount } from '../../kit/format.ts';
import { Button, ButtonLink, Card, Empty, PageHeader } from '../../kit/parts.tsx';
import { Async } from '../../kit/problem.tsx';
import { navigate, Link } from '../../kit/router.tsx';
import { Table } from '../../kit/table.tsx';
import { useAction, useLoad } from '../../kit/use.ts';
import { AddFaces } from './add-faces.tsx';
import type { FaceTarget } from './add-faces.tsx';
import { Avatar } from './avatar.tsx';
import { PAGE, galleryPath, getGallery, getOverview } from './calls.ts';
import type { Gallery, Kind, Person } from './calls.ts';
import { Duplicates } from './duplicates.tsx';
import { EditButton } from './edit.tsx';
import { DeleteButton } from './erase.tsx';
import { galleryUrl, galleryName } from './gallery-address.ts';
import { personName, sameName } from './person-name.ts';
import { TrainCard } from './train.tsx';
import { usePaged } from './use-paged.ts';
import type { Paged } from './use-paged.ts';
import { addedFace, hasAddedSince } from './visit.ts';

export function GroupPage({ kind, id }: { kind: Kind; id: string }): JSX.Element {
  const { client } = useAccount();
  const gallery = useLoad((signal) => getGallery(client, kind, id, signal), [client, kind, id]);
  return <Async of={gallery}>{(one) => <Group gallery={one} onSaved={gallery.reload} />}</Async>;
}

function Group({ gallery, onSaved }: { gallery: Gallery; onSaved: () => void }): JSX.Element {
  const { account, client } = useAccount();
  const { kind, id, name, userData, recognitionModel } = gallery;
  const path = galleryPath(kind, id);
  const overview = useLoad((signal) => getOverview(client, kind, id, signal), [client, kind, id]);
  const persons = usePaged((start, signal) => client.get<Person[]>(`${path}/persons`, { query: { start, top: PAGE }, signal }), ({ personId }) => personId, [client, path]);
  const trainedAt = overview.value?.searched?.trainedDateTime;
  const refresh = (): void => {
    persons.first.reload();
    overview.reload();
  };
  return <>
    <PageHeader title={name} about={<>A {kind.one}: <code>{id}</code>, {recognitionModel}.{userData ? ` ${userData}` : ''}</>} actions={<>
      <DeleteButton what="group" typed={id} path={path} after="/faces" ofIt={({ gallery: at }) => at === path} text="All its persons and faces are deleted, including the trained model. They can no longer be found." />
      <EditButton title="Details" path={path} name={name} userData={userData} onSaved={onSaved} />
      <ButtonLink kind={trainedAt === undefined ? 'plain' : 'primary'} icon="search" to={`/faces?tab=identify&group=${encodeURIComponent(galleryName(gallery))}`}>Identify someone</ButtonLink>
    </>} />
    <div class="columns faces-columns">
      <div class="stack">
        <Persons gallery={gallery} persons={persons} total={overview.value?.members} />
        <AddByImages gallery={gallery} known={persons} onAdded={refresh} />
      </div>
      <div class="stack">
        <TrainCard gallery={gallery} overview={overview} changed={hasAddedSince(account.id, path, trainedAt)} />
        <NewPerson gallery={gallery} />
        {trainedAt !== undefined && <Duplicates gallery={gallery} trainedAt={trainedAt} persons={persons.rows} />}
      </div>
    </div>
  </>;
}

function Persons({ gallery, persons: { first, rows, isWhole, onEnd }, total }: { gallery: Gallery; persons: Paged<Person>; total?: number }): JSX.Element {
  const [wanted, setWanted] = useState('');
  const shown = useMemo(() => rows.filter(({ name }) => name.toLowerCase().includes(wanted.trim().toLowerCase())), [rows, wanted]);
  const isUnseen = rows.some(({ persistedFaceIds }) => persistedFaceIds.length > 0 && !persistedFaceIds.some(addedFace));
  return <Card flush title="Persons" actions={rows.length > 0 && <TextField bare label={isWhole ? 'Search persons' : `Search the first ${formatCount(rows.length)} persons`} type="search" placeholder={isWhole ? 'Search' : `Search the first ${formatCount(rows.length)}`} value={wanted} onInput={setWanted} />}><Async of={first}>{() =>
    <Table label="Persons" rows={shown} keyOf={({ personId }) => personId} rowHeight={44} onOpen={({ personId }) => navigate(galleryUrl(gallery, personId))} onEnd={onEnd} total={wanted === '' ? total : undefined} empty={<Empty icon="faces" title={rows.length === 0 ? 'No persons yet' : 'No results'}>{rows.length === 0 && 'Drop images of people below, or add a person by name.'}</Empty>} columns={[
      { title: 'Name', cell: ({ personId, name, persistedFaceIds }) => <span class="row faces-named"><Avatar name={name} thumb={persistedFaceIds.map((one) => addedFace(one)?.thumb).find(Boolean)} /><Link to={galleryUrl(gallery, personId)}>{name}</Link></span> },
      { title: 'Faces', width: '70px', number: true, cell: ({ persistedFaceIds }) => formatCount(persistedFaceIds.length) },
      { title: 'User data', cell: ({ userData }) => <span class="soft">{userData}</span> },
    ]} />}</Async>{isUnseen && <p class="soft small faces-note">People without an image added in this visit have initials: the server stores no images.</p>}</Card>;
}

/** Each image goes to the person named by its file, who is created if missing. */
function AddByImages({ gallery, known: { rows, isWhole }, onAdded }: { gallery: Gallery; known: Paged<Person>; onAdded: () => void }): JSX.Element {
  const { client } = useAccount();
  const path = galleryPath(gallery.kind, gallery.id);
  const [made] = useState(() => new Map<string, string>());
  const placeFor = async ({ name: file }: File): Promise<FaceTarget> => {
    const name = personName(file);
    const key = name.toLowerCase();
    const personId = rows.find((one) => sameName(one.name, name))?.personId ?? made.get(key) ?? (await client.post<{ personId: string }>(`${path}/persons`, { name })).personId;
    made.set(key, personId);
    return { path: `${path}/persons/${personId}`, personId };
  };
  return <Card title="Add people by image"><AddFaces gallery={gallery} at={path} placeFor={placeFor} example={`${path}/persons/$PERSON`} onAdded={onAdded} label="Drop images here, or browse"
    hint={`Each becomes a person named after its file: ada-1.jpg and ada-2.jpg are of Ada. JPEG, PNG, GIF or BMP, at most 6 MB.${isWhole || rows.length === 0 ? '' : ` Names are matched with the first ${formatCount(rows.length)} persons; add to others on their page.`}`} /></Card>;
}

function NewPerson({ gallery }: { gallery: Gallery }): JSX.Element {
  const { client } = useAccount();
  const [name, setName] = useState('');
  const path = `${galleryPath(gallery.kind, gallery.id)}/persons`;
  const make = useAction(async () => {
    const { personId } = await client.post<{ personId: string }>(path, { name });
    navigate(galleryUrl(gallery, personId));
  });
  return <Card title="Add a person"><Form onSubmit={() => void (name !== '' && make.run())}>
    <TextField label="Person name" value={name} onInput={setName} maxLength={128} autoComplete="off" hint="Then add faces on the person's page." />
    <div><Button type="submit" icon="add" busy={make.busy} disabled={name === ''}>Add person</Button></div>
    <ApiCall call={{ method: 'POST', path, json: { name: name || 'Ada' } }} />
  </Form></Card>;
}
