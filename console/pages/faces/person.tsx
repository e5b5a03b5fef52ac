/** One person: faces, adding more, and deletion. */
import { rich, t } from '../../i18n/messages.ts';
import { useAccount } from '../../kit/accounts.ts';
import { AsyncPage } from '../../kit/async.tsx';
import { useLoad } from '../../kit/hooks.ts';
import { ButtonLink } from '../../kit/parts.tsx';
import { galleryPath, galleryUrl, getGallery, getOverview, OVERVIEW_FOLLOWS, verifyPerson } from './calls.ts';
import type { Gallery, Kind, Person } from './calls.ts';
import { ThingHeader, TrainCard } from './gallery-parts.tsx';
import { hasAddedSince } from './images.ts';
import { PersonFaces } from './people-card.tsx';
import { VerifyPerson } from './verify.tsx';

const MAX_FACES = 248;

export function PersonPage({ kind, id, personId }: { kind: Kind; id: string; personId: string }) {
  const { client } = useAccount();
  const opened = useLoad(
    async (signal) => {
      const [gallery, person] = await Promise.all([
        getGallery(client, kind, id, signal),
        client.get<Person>(`${galleryPath(kind, id)}/persons/${encodeURIComponent(personId)}`, { signal }),
      ]);
      return { gallery, person };
    },
    [client, kind, id, personId],
  );
  return (
    <AsyncPage of={opened} list={{ to: '/faces', title: t('Groups') }}>
      {({ gallery, person }) => <PersonDetails gallery={gallery} person={person} onChanged={opened.reload} />}
    </AsyncPage>
  );
}

function PersonDetails({
  gallery,
  person: { personId, name, userData, persistedFaceIds },
  onChanged,
}: {
  gallery: Gallery;
  person: Person;
  onChanged: () => void;
}) {
  const at = galleryPath(gallery.kind, gallery.id);
  const path = `${at}/persons/${personId}`;
  const { account, client } = useAccount();
  const overview = useLoad((signal) => getOverview(client, gallery.kind, gallery.id, signal), [client, gallery], {
    follows: OVERVIEW_FOLLOWS,
  });
  return (
    <>
      <ThingHeader
        what={t('person')}
        typed={name}
        path={path}
        after={galleryUrl(gallery)}
        faces={persistedFaceIds}
        ofIt={(one) => one.personId === personId}
        text={t('The person and all faces are deleted, also from the trained model, and can no longer be found.')}
        name={name}
        userData={userData}
        about={rich('A person in {name}: {code}.', { name: gallery.name, code: <code>{personId}</code> })}
        onSaved={onChanged}
      >
        <ButtonLink icon="left" to={galleryUrl(gallery)} text={gallery.name} />
      </ThingHeader>
      <PersonFaces
        name={name}
        path={path}
        faceIds={persistedFaceIds}
        onChanged={onChanged}
        limit={<span class="soft">{t('{count} of {MAX_FACES}', { count: persistedFaceIds.length, MAX_FACES })}</span>}
        gallery={gallery}
        at={at}
        placeFor={() =>
          Promise.resolve({ path, personId, verify: persistedFaceIds.length > 0 ? verifyPerson(gallery, personId) : undefined })
        }
      >
        <TrainCard
          gallery={gallery}
          overview={overview}
          changed={hasAddedSince(account.id, at, overview.value?.searched?.trainedDateTime)}
        />
        {persistedFaceIds.length > 0 && <VerifyPerson gallery={gallery} personId={personId} name={name} />}
      </PersonFaces>
    </>
  );
}
