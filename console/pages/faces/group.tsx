/** One group: its persons, adding some by image, training, and possible duplicates. */
import { useState } from 'preact/hooks';
import { rich, t } from '../../i18n/messages.ts';
import { useAccount } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { Async, AsyncPage } from '../../kit/async.tsx';
import type { FaceGroup } from '../../kit/connect/target.ts';
import { Form, TextField } from '../../kit/form.tsx';
import { formatCount } from '../../kit/format.ts';
import { useAction, useLoad } from '../../kit/hooks.ts';
import { ConnectButton } from '../../kit/next-steps.tsx';
import { Button, ButtonLink, Card, Confidence, Tag } from '../../kit/parts.tsx';
import { Link, navigate } from '../../kit/router.tsx';
import {
  galleryName,
  galleryPath,
  galleryUrl,
  getGallery,
  getOverview,
  identify,
  OVERVIEW_FOLLOWS,
  PAGE,
  usePaged,
  verifyPerson,
} from './calls.ts';
import type { Gallery, Kind, Paged, Person } from './calls.ts';
import { AddFaces, type FaceTarget } from './face-table.tsx';
import { ThingHeader, TrainCard } from './gallery-parts.tsx';
import { sameName } from './hints.ts';
import { addedFace, comparableFaces, hasAddedSince } from './images.ts';
import { findSimilarPairs } from './matches.ts';
import { PeopleCard } from './people-card.tsx';

export function GroupPage({ kind, id }: { kind: Kind; id: string }) {
  const { client } = useAccount();
  const gallery = useLoad((signal) => getGallery(client, kind, id, signal), [client, kind, id]);
  return (
    <AsyncPage of={gallery} list={{ to: '/faces', title: t('Groups') }}>
      {(one) => <Group gallery={one} onSaved={gallery.reload} />}
    </AsyncPage>
  );
}

function Group({ gallery, onSaved }: { gallery: Gallery; onSaved: () => void }) {
  const { account, client } = useAccount();
  const { kind, id, name, userData, recognitionModel } = gallery;
  const path = galleryPath(kind, id);
  const overview = useLoad((signal) => getOverview(client, kind, id, signal), [client, kind, id], { follows: OVERVIEW_FOLLOWS });
  const persons = usePaged(
    (start, signal) => client.get<Person[]>(`${path}/persons`, { query: { start, top: PAGE }, signal, quiet: true }),
    ({ personId }) => personId,
    [client, path],
    { follows: ['faces.tallies'] },
  );
  const { trainedDateTime: trainedAt, faces: searched = 0 } = overview.value?.searched ?? {};
  const stored = persons.rows.reduce((sum, { persistedFaceIds }) => sum + persistedFaceIds.length, 0);
  const isChanged = hasAddedSince(account.id, path, trainedAt) || (trainedAt !== undefined && stored > searched);
  const refresh = (): void => {
    persons.first.reload();
    overview.reload();
  };
  return (
    <>
      <ThingHeader
        needs="manage"
        what={t('group')}
        typed={id}
        path={path}
        after="/faces"
        ofIt={({ gallery: at }) => at === path}
        text={t('All its people and faces are deleted, including the trained model. They can no longer be found.')}
        name={name}
        userData={userData}
        about={rich('{kind} {code}, {recognitionModel}.', { kind: <Tag>{kind.one}</Tag>, code: <code>{id}</code>, recognitionModel })}
        onSaved={onSaved}
      >
        <ConnectButton target={{ area: 'faces', group: { id, field: kind.idField as FaceGroup['field'], recognitionModel } }} />
        <ButtonLink
          kind={trainedAt === undefined || isChanged ? 'plain' : 'primary'}
          icon="search"
          to={`/faces?tab=identify&group=${encodeURIComponent(galleryName(gallery))}`}
          text={t('Identify someone')}
        />
      </ThingHeader>
      <div class="columns faces-columns">
        <div class="stack">
          <Persons gallery={gallery} persons={persons} total={overview.value?.members} />
          <AddByImages gallery={gallery} known={persons} onAdded={refresh} />
        </div>
        <div class="stack">
          <TrainCard gallery={gallery} overview={overview} changed={isChanged} />
          <NewPerson gallery={gallery} />
          {trainedAt !== undefined && <Duplicates gallery={gallery} trainedAt={trainedAt} persons={persons.rows} />}
        </div>
      </div>
    </>
  );
}

function Persons({ gallery, persons, total }: { gallery: Gallery; persons: Paged<Person>; total?: number }) {
  const isUnseen = persons.rows.some(({ persistedFaceIds }) => persistedFaceIds.length > 0 && !persistedFaceIds.some(addedFace));
  return (
    <PeopleCard
      people={persons}
      total={total}
      urlOf={(personId) => galleryUrl(gallery, personId)}
      thumbOf={({ persistedFaceIds }) => persistedFaceIds.map((one) => addedFace(one)?.thumb).find(Boolean)}
      invitation={t('Drop images of people below, or add a person by name.')}
      columns={[
        { title: t('Faces'), width: '70px', number: true, cell: ({ persistedFaceIds }) => formatCount(persistedFaceIds.length) },
        { title: t('User data'), cell: ({ userData }) => <span class="soft">{userData}</span> },
      ]}
    >
      {isUnseen && (
        <p class="soft small faces-note">{t('People without an image added in this visit have initials: the server stores no images.')}</p>
      )}
    </PeopleCard>
  );
}

/** Each image goes to the person named by its file, who is created if missing. */
function AddByImages({ gallery, known: { rows, isWhole }, onAdded }: { gallery: Gallery; known: Paged<Person>; onAdded: () => void }) {
  const { account, client } = useAccount();
  const path = galleryPath(gallery.kind, gallery.id);
  const [made] = useState(() => new Map<string, string>());
  const placeFor = async (name: string): Promise<FaceTarget> => {
    const key = name.toLowerCase();
    const person = rows.find((one) => sameName(one.name, name));
    const personId = person?.personId ?? made.get(key) ?? (await client.post<{ personId: string }>(`${path}/persons`, { name })).personId;
    made.set(key, personId);
    const hasFaces =
      (person && person.persistedFaceIds.length > 0) || comparableFaces(account.id, path).some((one) => one.personId === personId);
    return { path: `${path}/persons/${personId}`, personId, verify: hasFaces ? verifyPerson(gallery, personId) : undefined };
  };
  return (
    <Card title={t('Add people by image')}>
      <AddFaces
        gallery={gallery}
        at={path}
        placeFor={placeFor}
        named
        example={`${path}/persons/$PERSON`}
        onAdded={onAdded}
        label={t('Drop images here, or browse')}
        hint={t(
          'Each becomes a person named after its file: ada-1.jpg and ada-2.jpg are of Ada. In a folder for each person, the folder names it. JPEG, PNG, GIF or BMP, at most 6 MB.',
        )}
      />
      {!isWhole && rows.length > 0 && (
        <p class="soft small">
          {t('Names are matched with the first {count} people; add to others on their page.', { count: formatCount(rows.length) })}
        </p>
      )}
    </Card>
  );
}

function NewPerson({ gallery }: { gallery: Gallery }) {
  const { client } = useAccount();
  const [name, setName] = useState('');
  const path = `${galleryPath(gallery.kind, gallery.id)}/persons`;
  const make = useAction(async () => {
    const { personId } = await client.post<{ personId: string }>(path, { name });
    navigate(galleryUrl(gallery, personId));
  });
  return (
    <Card title={t('Add a person')}>
      <Form onSubmit={() => void (name !== '' && make.run())}>
        <TextField
          label={t('Person name')}
          value={name}
          onInput={setName}
          maxLength={128}
          hint={t("Then add faces on the person's page.")}
        />
        <div>
          <Button needs="label" type="submit" icon="add" busy={make.busy} disabled={name === ''} text={t('Add person')} />
        </div>
        <ApiCall call={{ method: 'POST', path, json: { name: name || 'Ada' } }} />
      </Form>
    </Card>
  );
}

const CANDIDATES = 5;

/** Possible duplicates: faces of this visit are searched among all trained ones. */
function Duplicates({ gallery, trainedAt, persons }: { gallery: Gallery; trainedAt: string; persons: readonly Person[] }) {
  const { account, client } = useAccount();
  const faces = comparableFaces(account.id, galleryPath(gallery.kind, gallery.id));
  const pairs = useLoad(
    async (signal) => {
      const found =
        faces.length === 0
          ? []
          : await identify(
              client,
              gallery,
              faces.map(({ faceId }) => faceId),
              { maxNumOfCandidatesReturned: CANDIDATES },
              { signal, quiet: true },
            );
      return findSimilarPairs(new Map(faces.map(({ faceId, personId }) => [faceId, personId!])), found);
    },
    [client, gallery, trainedAt, faces.map(({ persistedFaceId }) => persistedFaceId).join(' ')],
  );
  const nameOf = (id: string): string => persons.find(({ personId }) => personId === id)?.name ?? id;
  return (
    <Card title={t('Possible duplicates')}>
      <Async of={pairs}>
        {(rows) =>
          rows.length === 0 ? (
            <p class="soft">
              {faces.length === 0
                ? t('Faces you add are compared with the others after training. Earlier faces have no image to compare.')
                : t('No face added lately is similar to another person.')}
            </p>
          ) : (
            <ul class="faces-plain">
              {rows.map(({ one, other, confidence }) => (
                <li class="spread">
                  <span>
                    {rich('{link} and {link2}', {
                      link: <Link to={galleryUrl(gallery, one)}>{nameOf(one)}</Link>,
                      link2: <Link to={galleryUrl(gallery, other)}>{nameOf(other)}</Link>,
                    })}
                  </span>
                  <Confidence value={confidence} label={t('Similarity of {one} and {other}', { one: nameOf(one), other: nameOf(other) })} />
                </li>
              ))}
              <li class="soft small">{t('If they are the same person, add the images to the one you keep and delete the other.')}</li>
            </ul>
          )
        }
      </Async>
    </Card>
  );
}
