/** Calls of the face area, and the four kinds of galleries. */
import { useMemo, useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import type { Account } from '../../kit/accounts.ts';
import { manager, toJobStatus, type Client, type JobState } from '../../kit/api.ts';
import { useAction, useLoad, type Loaded } from '../../kit/hooks.ts';
import { joinPath } from '../../kit/router.tsx';

export const BASE = '/face/v1.0';
export const PAGE = 1000;
/** The newest; faces of different models cannot be compared. */
export const MODEL = 'recognition_04';
const QUALITY_MODELS = ['recognition_03', 'recognition_04'];

export interface Kind {
  path: 'persongroups' | 'largepersongroups' | 'facelists' | 'largefacelists';
  /** As a title, and singular within a sentence. */
  title: string;
  one: string;
  none: string;
  about: string;
  idField: 'personGroupId' | 'largePersonGroupId' | 'faceListId' | 'largeFaceListId';
  holds: 'persons' | 'faces';
  isTrained: boolean;
}

const KINDS: readonly Kind[] = [
  {
    path: 'persongroups',
    title: t('Person groups'),
    one: t('person group'),
    none: t('No person groups yet'),
    about: t('up to 10,000 people'),
    idField: 'personGroupId',
    holds: 'persons',
    isTrained: true,
  },
  {
    path: 'largepersongroups',
    title: t('Large person groups'),
    one: t('large person group'),
    none: t('No large person groups yet'),
    about: t('up to a million people'),
    idField: 'largePersonGroupId',
    holds: 'persons',
    isTrained: true,
  },
  {
    path: 'facelists',
    title: t('Face lists'),
    one: t('face list'),
    none: t('No face lists yet'),
    about: t('up to 1,000 faces, searched without training'),
    idField: 'faceListId',
    holds: 'faces',
    isTrained: false,
  },
  {
    path: 'largefacelists',
    title: t('Large face lists'),
    one: t('large face list'),
    none: t('No large face lists yet'),
    about: t('up to a million faces'),
    idField: 'largeFaceListId',
    holds: 'faces',
    isTrained: true,
  },
];

export const GROUPS = KINDS.filter(({ holds }) => holds === 'persons');
export const LISTS = KINDS.filter(({ holds }) => holds === 'faces');

export interface Face {
  persistedFaceId: string;
  userData?: string;
}
export interface Person {
  personId: string;
  name: string;
  userData?: string;
  persistedFaceIds: string[];
}

export interface Gallery {
  kind: Kind;
  id: string;
  name: string;
  userData?: string;
  recognitionModel: string;
  /** Of a face list, which includes them. */ faces?: Face[];
}
type ListedGallery = Readonly<Record<Kind['idField'], string>> & {
  name: string;
  userData?: string;
  recognitionModel: string;
  persistedFaces?: Face[];
};

function toGallery(kind: Kind, written: ListedGallery): Gallery {
  const { name, userData, recognitionModel, persistedFaces } = written;
  return { kind, id: written[kind.idField], name, userData, recognitionModel, faces: persistedFaces };
}

export function galleryPath({ path }: Kind, id: string): string {
  return `${BASE}/${path}/${encodeURIComponent(id)}`;
}

export async function getGallery(client: Client, kind: Kind, id: string, signal?: AbortSignal): Promise<Gallery> {
  return toGallery(kind, await client.get<ListedGallery>(galleryPath(kind, id), { query: { returnRecognitionModel: true }, signal }));
}

/** A page of them after `start`; face lists return all in one page. */
export async function listGalleries(client: Client, kind: Kind, start: string, signal?: AbortSignal): Promise<Gallery[]> {
  if (kind.path === 'facelists' && start !== '') return [];
  const paging = kind.path === 'facelists' ? {} : { start, top: PAGE };
  return (await client.get<ListedGallery[]>(`${BASE}/${kind.path}`, { query: { ...paging, returnRecognitionModel: true }, signal })).map(
    (one) => toGallery(kind, one),
  );
}

export interface Training {
  status: string;
  lastActionDateTime: string;
  lastSuccessfulTrainingDateTime?: string;
  message?: string;
}
/** Training status of a gallery. */
export interface Overview {
  members: number;
  training?: Training;
  searched?: { persons?: number; faces: number; trainedDateTime: string; defaultThreshold: number };
}

/** Trainings, and numbers of members. */
export const OVERVIEW_FOLLOWS = ['faces.train', 'faces.tallies'];

export async function getOverview(client: Client, kind: Kind, id: string, signal?: AbortSignal): Promise<Overview> {
  return await client.get<Overview>(`${galleryPath(kind, id)}/overview`, { signal, quiet: true });
}

/** The progress of a training, from its job, if no other one runs in the account. */
export async function getTrainingStatus(client: Client, account: Account, at: string, signal: AbortSignal): Promise<JobState> {
  const { status, message } = await client.get<Training>(`${at}/training`, { signal, quiet: true });
  const state = { status: toJobStatus(status), message };
  if (state.status !== 'running') return state;
  const { value } = await manager.get<{ value: { kind: string; status: string; percentCompleted: number }[] }>(`${account.id}/jobs`, {
    signal,
    quiet: true,
  });
  const running = value.filter((job) => job.kind === 'faces.train' && toJobStatus(job.status) === 'running');
  return { ...state, ...(running.length === 1 && { progress: running[0]!.percentCompleted / 100 }) };
}

export interface Rectangle {
  left: number;
  top: number;
  width: number;
  height: number;
}
export interface DetectedFace {
  faceId: string;
  faceRectangle: Rectangle;
  faceLandmarks: Readonly<Record<string, { x: number; y: number }>>;
  faceAttributes: {
    headPose: { pitch: number; roll: number; yaw: number };
    blur: { blurLevel: string; value: number };
    exposure: { exposureLevel: string; value: number };
    noise: { noiseLevel: string; value: number };
    qualityForRecognition?: string;
  };
}

/** Detection with all attributes. */
export function detectQuery(recognitionModel: string): Record<string, string | boolean> {
  const attributes = [
    'headPose',
    'blur',
    'exposure',
    'noise',
    ...(QUALITY_MODELS.includes(recognitionModel) ? ['qualityForRecognition'] : []),
  ];
  return { returnFaceLandmarks: true, returnFaceAttributes: attributes.join(','), recognitionModel };
}

/** Images are sent as bytes: the server detects the format. */
export function asBytes(file: File): File {
  return new File([file], file.name, { type: 'application/octet-stream' });
}

export function targetOf({ left, top, width, height }: Rectangle): string {
  return [left, top, width, height].join(',');
}

export interface Candidate {
  personId: string;
  confidence: number;
}
export interface Identified {
  faceId: string;
  candidates: Candidate[];
}

/** Maximum number of faces per call. */
const MAX_IDENTIFIED = 10;

export async function identify(
  client: Client,
  { kind, id }: Pick<Gallery, 'kind' | 'id'>,
  faceIds: readonly string[],
  more: { maxNumOfCandidatesReturned: number; confidenceThreshold?: number },
  options: { signal?: AbortSignal; quiet?: boolean } = {},
): Promise<Identified[]> {
  const found: Identified[] = [];
  for (let from = 0; from < faceIds.length; from += MAX_IDENTIFIED)
    found.push(
      ...(await client.post<Identified[]>(
        `${BASE}/identify`,
        { [kind.idField]: id, faceIds: faceIds.slice(from, from + MAX_IDENTIFIED), ...more },
        options,
      )),
    );
  return found;
}

/** A comparison with the stored faces of a person: the request lacks the id of the face. */
export interface Verification {
  base: string;
  request: Readonly<Record<string, string>>;
}

/** With those of a person in a group, trained or not. */
export function verifyPerson({ kind, id }: Pick<Gallery, 'kind' | 'id'>, personId: string): Verification {
  return { base: BASE, request: { personId, [kind.idField]: id } };
}

type NamedGallery = Pick<Gallery, 'kind' | 'id'>;

/** Console URLs of galleries and persons. */
export function galleryUrl({ kind, id }: NamedGallery, ...more: string[]): string {
  return joinPath('faces', kind.path, id, ...more);
}

/** As in query strings: `persongroups/friends`. */
export function galleryName({ kind, id }: NamedGallery): string {
  return `${kind.path}/${id}`;
}

export function kindByName(name: string | undefined): Kind | undefined {
  return KINDS.find(({ path: one }) => one === name);
}

export function galleryByName(name: string | null): NamedGallery | undefined {
  const [, first, id] = /^([^/]+)\/(.+)$/.exec(name ?? '') ?? [];
  const kind = kindByName(first);
  return kind && id !== undefined ? { kind, id } : undefined;
}

const ID = /^[a-z0-9_-]{1,64}$/;

/** An id made of a name: "Our friends" gives our-friends. */
export function idFrom(name: string): string {
  const plain = name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain
    .replaceAll(/[^a-z0-9_]+/g, '-')
    .slice(0, 64)
    .replaceAll(/^-|-$/g, '');
}

/** What is wrong with a gallery id; nothing while it is empty. */
export function idProblem(id: string): string | undefined {
  return id === '' || ID.test(id) ? undefined : t('Use at most 64 lowercase letters, digits, dashes and underscores.');
}

export interface Paged<T> {
  first: Loaded<T[]>;
  rows: readonly T[];
  isWhole: boolean;
  onEnd: () => void;
}

/** A paged list: more is loaded when its end becomes visible. */
export function usePaged<T>(
  load: (start: string, signal?: AbortSignal) => Promise<T[]>,
  idOf: (row: T) => string,
  inputs: readonly unknown[],
  { size = PAGE, follows }: { /** How many a whole page has. */ size?: number; follows?: readonly string[] } = {},
): Paged<T> {
  const first = useLoad((signal) => load('', signal), inputs, { follows });
  const [later, setLater] = useState<{ first: T[]; rows: T[]; ended: boolean }>();
  // A page after another first page does not belong here.
  const rest = later && later.first === first.value ? later : undefined;
  const rows = useMemo(() => [...(first.value ?? []), ...(rest?.rows ?? [])], [first.value, rest]);
  const isWhole = first.value !== undefined && (first.value.length < size || (rest?.ended ?? false));
  const more = useAction(async () => {
    const page = await load(idOf(rows.at(-1)!));
    setLater({ first: first.value!, rows: [...(rest?.rows ?? []), ...page], ended: page.length < size });
  });
  return { first, rows, isWhole, onEnd: () => void (rows.length > 0 && !isWhole && more.run()) };
}
