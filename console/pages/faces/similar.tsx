/** Finds similar faces in a list or in other images. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { rich, t } from '../../i18n/messages.ts';
import { useAccount } from '../../kit/accounts.ts';
import { ApiCall } from '../../kit/api-call.tsx';
import { Async } from '../../kit/async.tsx';
import { FileDrop } from '../../kit/file-drop.tsx';
import { SelectField } from '../../kit/form.tsx';
import { plural } from '../../kit/format.ts';
import { useAction, useLoad } from '../../kit/hooks.ts';
import { ButtonLink, Card, Confidence, Empty } from '../../kit/parts.tsx';
import { setQuery, useRoute } from '../../kit/router.tsx';
import { Table } from '../../kit/table.tsx';
import { showFailure } from '../../kit/toast.tsx';
import { BASE, galleryUrl, getOverview, LISTS, MODEL, type Gallery } from './calls.ts';
import { Avatar, GalleryPicker, ImageCard } from './face-parts.tsx';
import { ACCEPTED, addedFace, detectFaces, useDroppedImage, type ImageFace } from './images.ts';

const MAX_RESULTS = 50;
const MODES = [
  { value: 'matchPerson', label: t('Same person only') },
  { value: 'matchFace', label: t('Most similar, any person') },
];

export function Similar() {
  return (
    <GalleryPicker kinds={LISTS} name="list" label={t('Search in')} none={t('Other images')}>
      {(list, choice) =>
        list ? <SearchList key={`${list.kind.path}/${list.id}`} list={list} choice={choice} /> : <SearchImages choice={choice} />
      }
    </GalleryPicker>
  );
}

function SearchImages({ choice }: { choice: JSX.Element }) {
  const { client } = useAccount();
  const [faces, setFaces] = useState<readonly ImageFace[]>([]);
  const take = useAction(async (files: File[]) => {
    for (const file of files) {
      try {
        const seen = await detectFaces(client, file, MODEL);
        setFaces((before) => [...before, ...seen.faces]);
      } catch (error) {
        showFailure(error, file.name);
      }
    }
  });
  return (
    <SimilarBoard
      choice={choice}
      model={MODEL}
      target={faces.length === 0 ? undefined : { faceIds: faces.map(({ faceId }) => faceId) }}
      thumbOf={(id) => faces.find(({ faceId }) => faceId === id)?.thumb}
      missing={t('Drop other images to compare with.')}
    >
      {take.busy ? (
        <div class="progress" role="status">
          <span class="row">{rich('{span}Detecting faces', { span: <span class="spinner" /> })}</span>
        </div>
      ) : (
        <FileDrop
          many
          label={t('Drop other images here, or browse')}
          accept={ACCEPTED}
          hint={
            faces.length === 0
              ? t('Their faces are compared with the first one.')
              : t('{count} to compare with.', { count: plural(faces.length, 'face') })
          }
          onFiles={(files) => void take.run(files)}
        />
      )}
    </SimilarBoard>
  );
}

function SearchList({ list, choice }: { list: Gallery; choice: JSX.Element }) {
  const { client } = useAccount();
  const { kind, id } = list;
  const ready = useLoad(
    async (signal) =>
      kind.isTrained
        ? (await getOverview(client, kind, id, signal)).searched !== undefined
        : (await client.get<{ persistedFaces: unknown[] }>(`${BASE}/${kind.path}/${id}`, { signal, quiet: true })).persistedFaces.length >
          0,
    [client, list],
  );
  return (
    <Async of={ready}>
      {(isReady) => (
        <SimilarBoard
          choice={choice}
          model={list.recognitionModel}
          target={isReady ? { [kind.idField]: id } : undefined}
          thumbOf={(face) => addedFace(face)?.thumb}
          missing={kind.isTrained ? t('The list is not trained yet.') : t('The list has no faces yet.')}
        >
          {!isReady && <ButtonLink to={galleryUrl(list)}>{t('Open {name}', { name: list.name })}</ButtonLink>}
        </SimilarBoard>
      )}
    </Async>
  );
}

interface SimilarBoardProps {
  choice: JSX.Element;
  model: string;
  /** The part of the request that says where to search. */ target: Readonly<Record<string, unknown>> | undefined;
  thumbOf: (id: string) => string | undefined;
  missing: string;
  children?: JSX.Element | false;
}

function SimilarBoard({ choice, model, target, thumbOf, missing, children }: SimilarBoardProps) {
  const image = useDroppedImage(model);
  const mode = useRoute().query.get('mode') === 'matchFace' ? 'matchFace' : 'matchPerson';
  const request = { faceId: image.face?.faceId ?? '$FACE_ID', ...target, maxNumOfCandidatesReturned: MAX_RESULTS, mode };
  return (
    <div class="columns faces-columns">
      <ImageCard title={t('Face')} image={image} height={360} />
      <Card title={t('Similar faces')}>
        <div class="stack">
          {choice}
          <SelectField
            label={t('Mode')}
            value={mode}
            options={MODES}
            onInput={(value) => setQuery({ mode: value === 'matchPerson' ? undefined : value })}
          />
          {children}
          {image.face && target ? (
            <SimilarResults request={request} thumbOf={thumbOf} />
          ) : (
            <Empty icon="search" title={t('No results yet')} text={target ? t('Drop an image first.') : missing} />
          )}
          <ApiCall call={{ method: 'POST', path: `${BASE}/findsimilars`, json: request }} />
        </div>
      </Card>
    </div>
  );
}

interface SimilarFace {
  faceId?: string;
  persistedFaceId?: string;
  confidence: number;
}

function SimilarResults({ request, thumbOf }: { request: object; thumbOf: (id: string) => string | undefined }) {
  const { client } = useAccount();
  const found = useLoad(
    (signal) => client.post<SimilarFace[]>(`${BASE}/findsimilars`, request, { signal }),
    [client, JSON.stringify(request)],
  );
  const idOf = ({ faceId, persistedFaceId }: SimilarFace): string => (faceId ?? persistedFaceId)!;
  return (
    <Async of={found} what={t('Comparing')}>
      {(rows) => (
        <Table
          label={t('Similar faces')}
          rows={rows}
          keyOf={idOf}
          rowHeight={52}
          empty={<Empty icon="faces" title={t('No similar faces')} text={t('None is similar enough to be the same person.')} />}
          columns={[
            {
              title: t('Face'),
              cell: (one) => (
                <span class="row faces-named">
                  <Avatar thumb={thumbOf(idOf(one))} />
                  <code>{idOf(one).slice(0, 8)}</code>
                </span>
              ),
            },
            { title: t('Confidence'), cell: ({ confidence }) => <Confidence value={confidence} low={0.5} middle={0.6} /> },
          ]}
        />
      )}
    </Async>
  );
}
