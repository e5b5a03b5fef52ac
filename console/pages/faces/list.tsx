/** One face list, large or not: its faces, adding more, and training if the kind has it. */
import type { JSX } from 'preact';
import { rich, t } from '../../i18n/messages.ts';
import { useAccount } from '../../kit/accounts.ts';
import { Async, AsyncPage } from '../../kit/async.tsx';
import { useLoad } from '../../kit/hooks.ts';
import { ButtonLink, Card, Empty, Tag } from '../../kit/parts.tsx';
import { galleryName, galleryPath, getGallery, getOverview, OVERVIEW_FOLLOWS, PAGE, usePaged } from './calls.ts';
import type { Face, Gallery, Kind } from './calls.ts';
import { AddFaces, FaceTable } from './face-table.tsx';
import { Consent, ThingHeader, TrainCard } from './gallery-parts.tsx';
import { hasAddedSince } from './images.ts';

const NO_FACES = <Empty icon="faces" title={t('No faces yet')} text={t('Drop images under “Add faces”.')} />;

export function FaceListPage({ kind, id }: { kind: Kind; id: string }) {
  const { client } = useAccount();
  const gallery = useLoad((signal) => getGallery(client, kind, id, signal), [client, kind, id]);
  return (
    <AsyncPage of={gallery} list={{ to: '/faces?tab=lists', title: t('Lists') }}>
      {(one) =>
        kind.isTrained ? (
          <LargeList gallery={one} onSaved={gallery.reload} />
        ) : (
          <ListLayout
            gallery={one}
            onSaved={gallery.reload}
            onAdded={gallery.reload}
            faces={<FaceTable path={galleryPath(kind, id)} faces={one.faces ?? []} onChanged={gallery.reload} empty={NO_FACES} />}
          />
        )
      }
    </AsyncPage>
  );
}

function LargeList({ gallery, onSaved }: { gallery: Gallery; onSaved: () => void }) {
  const { account, client } = useAccount();
  const { kind, id } = gallery;
  const path = galleryPath(kind, id);
  const overview = useLoad((signal) => getOverview(client, kind, id, signal), [client, kind, id], { follows: OVERVIEW_FOLLOWS });
  const { members = 0, searched } = overview.value ?? {};
  const { first, rows, onEnd } = usePaged(
    (start, signal) => client.get<Face[]>(`${path}/persistedfaces`, { query: { start, top: PAGE }, signal, quiet: true }),
    ({ persistedFaceId }) => persistedFaceId,
    [client, path],
    { follows: ['faces.tallies'] },
  );
  const refresh = (): void => {
    first.reload();
    overview.reload();
  };
  return (
    <ListLayout
      gallery={gallery}
      onSaved={onSaved}
      onAdded={refresh}
      training={
        <TrainCard
          gallery={gallery}
          overview={overview}
          changed={hasAddedSince(account.id, path, searched?.trainedDateTime) || (searched !== undefined && members > searched.faces)}
        />
      }
      faces={
        <Async of={first}>
          {() => <FaceTable path={path} faces={rows} total={overview.value?.members} onEnd={onEnd} onChanged={refresh} empty={NO_FACES} />}
        </Async>
      }
    />
  );
}

function ListLayout({
  gallery,
  faces,
  training,
  onAdded,
  onSaved,
}: {
  gallery: Gallery;
  faces: JSX.Element;
  training?: JSX.Element;
  onAdded: () => void;
  onSaved: () => void;
}) {
  const { kind, id, name, userData, recognitionModel } = gallery;
  const path = galleryPath(kind, id);
  return (
    <>
      <ThingHeader
        needs="manage"
        what={t('list')}
        typed={id}
        path={path}
        after="/faces?tab=lists"
        ofIt={({ gallery: at }) => at === path}
        text={t('All its faces are deleted and can no longer be found.')}
        name={name}
        userData={userData}
        about={rich('{kind} {code}, {recognitionModel}.', { kind: <Tag>{kind.one}</Tag>, code: <code>{id}</code>, recognitionModel })}
        onSaved={onSaved}
      >
        <ButtonLink icon="search" to={`/faces?tab=similar&list=${encodeURIComponent(galleryName(gallery))}`} text={t('Find similar')} />
      </ThingHeader>
      <div class="columns faces-columns">
        <div class="stack">{faces}</div>
        <div class="stack">
          <Card title={t('Add faces')}>
            <AddFaces
              gallery={gallery}
              at={path}
              placeFor={() => Promise.resolve({ path })}
              example={path}
              onAdded={onAdded}
              label={t('Drop images here, or browse')}
              camera={t('Photo for {name}', { name })}
              hint={t('If an image has several faces, you select one.')}
            />
          </Card>
          {training}
          <Consent />
        </div>
      </div>
    </>
  );
}
