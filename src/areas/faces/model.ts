/** Stored types: four kinds of galleries, the person directory, the persons and faces in them, and detected faces. Types and rules only. */
export const RECOGNITION_MODELS = ['recognition_01', 'recognition_02', 'recognition_03', 'recognition_04'] as const;
export type RecognitionModel = (typeof RECOGNITION_MODELS)[number];

export const DETECTION_MODELS = ['detection_01', 'detection_02', 'detection_03'] as const;
export type DetectionModel = (typeof DETECTION_MODELS)[number];

/** Used where the caller names no model. */
export const DEFAULT_RECOGNITION_MODEL: RecognitionModel = 'recognition_01';
export const DEFAULT_DETECTION_MODEL: DetectionModel = 'detection_01';

export type TrainedGalleryName = 'PersonGroup' | 'LargePersonGroup' | 'LargeFaceList';
export type GalleryName = TrainedGalleryName | 'FaceList';

/** The differences between the four kinds of galleries; operations share everything else. */
interface GalleryKindOf<Name extends GalleryName, NeedsTraining extends boolean> {
  /** Prefix of its failures, such as `PersonGroupNotFound`. */
  name: Name;
  /** As written at the start of messages. */
  title: string;
  path: 'persongroups' | 'largepersongroups' | 'facelists' | 'largefacelists';
  idField: 'personGroupId' | 'largePersonGroupId' | 'faceListId' | 'largeFaceListId';
  /** Whether its members are persons, who have faces, or faces. */
  holds: 'persons' | 'faces';
  /** Whether it must be trained before it can be searched. */
  needsTraining: NeedsTraining;
  /** Whether its list operation takes `start` and `top`. */
  isPaged: boolean;
  /** Whether an update without any field is accepted. */
  allowsEmptyUpdate: boolean;
  /** Per account. */
  maxGalleries: number;
  /** Persons or faces per gallery. */
  maxMembers: number;
  /** Number of records that the member count is split into, so that concurrent additions rarely conflict (limits.ts). */
  tallyParts: number;
}

export type TrainedGalleryKind = GalleryKindOf<TrainedGalleryName, true>;
export type GalleryKind = TrainedGalleryKind | GalleryKindOf<'FaceList', false>;

const MILLION = 1_000_000;

export const PERSON_GROUP: TrainedGalleryKind = {
  name: 'PersonGroup',
  title: 'Person group',
  path: 'persongroups',
  idField: 'personGroupId',
  holds: 'persons',
  needsTraining: true,
  isPaged: true,
  allowsEmptyUpdate: true,
  maxGalleries: MILLION,
  maxMembers: 10_000,
  tallyParts: 32,
};
export const LARGE_PERSON_GROUP: TrainedGalleryKind = {
  name: 'LargePersonGroup',
  title: 'Large person group',
  path: 'largepersongroups',
  idField: 'largePersonGroupId',
  holds: 'persons',
  needsTraining: true,
  isPaged: true,
  allowsEmptyUpdate: false,
  maxGalleries: MILLION,
  maxMembers: MILLION,
  tallyParts: 32,
};
/** Searched without training. Its single tally record changes with every face, which invalidates the cached search model. */
export const FACE_LIST: GalleryKind = {
  name: 'FaceList',
  title: 'Face list',
  path: 'facelists',
  idField: 'faceListId',
  holds: 'faces',
  needsTraining: false,
  isPaged: false,
  allowsEmptyUpdate: false,
  maxGalleries: 64,
  maxMembers: 1000,
  tallyParts: 1,
};
export const LARGE_FACE_LIST: TrainedGalleryKind = {
  name: 'LargeFaceList',
  title: 'Large face list',
  path: 'largefacelists',
  idField: 'largeFaceListId',
  holds: 'faces',
  needsTraining: true,
  isPaged: true,
  allowsEmptyUpdate: false,
  maxGalleries: MILLION,
  maxMembers: MILLION,
  tallyParts: 32,
};

export const GALLERY_KINDS: readonly GalleryKind[] = [PERSON_GROUP, LARGE_PERSON_GROUP, FACE_LIST, LARGE_FACE_LIST];

export const MAX_FACES_PER_PERSON = 248;

/** Per account. */
export const MAX_DIRECTORY_PERSONS = 20 * MILLION;
export const MAX_DYNAMIC_GROUPS = MILLION;

/** One record of a split count. */
export interface Tally {
  count: number;
}

export interface Gallery {
  /** Random prefix of the members' keys, so that a gallery created again under the id of a deleted one is empty. */
  uid: string;
  name: string;
  userData?: string;
  /** Cannot change after creation. */
  recognitionModel: RecognitionModel;
  /** Index of the account's tally record that counts it. */
  count: number;
}

export interface Person {
  name: string;
  userData?: string;
  /** Face ids in the order in which they were added. */
  faces: string[];
  /** Index of the gallery's tally record that counts it. */
  count: number;
}

/** A face of a person or a list. Its image is not stored. */
export interface PersistedFace {
  userData?: string;
  /** Encrypted with the account's key (templates.ts). */
  template: string;
  /** Index of the gallery's tally record that counts it; absent for faces of persons, which are not counted. */
  count?: number;
}

/** A person of the account's directory, who has faces of several recognition models. */
export interface DirectoryPerson {
  name: string;
  userData?: string;
  /** Face ids of each model, in the order in which they were added. */
  faces: Partial<Record<RecognitionModel, string[]>>;
  /** Index of the tally record that counts it. */
  count: number;
}

/** A group that refers to persons of the directory. Every change of its members replaces it, which invalidates the cached members. */
export interface DynamicGroup {
  /** Random prefix of the members' keys. */
  uid: string;
  name: string;
  userData?: string;
  /** Index of the account's tally record that counts it. */
  count: number;
}

export interface GroupMember {
  groupId: string;
  personId: string;
}

/** What a caller polls after a change of the directory. */
export interface DirectoryOperation {
  createdAt: number;
  /** The job that completes it; absent if it was complete when it was accepted. */
  job?: string;
  expiresAt: number;
}

/** A face returned by detection; it expires after the time that the caller requested. */
export interface DetectedFace {
  template: string;
  recognitionModel: RecognitionModel;
  expiresAt: number;
}

/** A search model: a block of templates and a roster of ids, both encrypted in one blob. */
export interface Trained {
  blob: string;
  rows: number;
  /** Number of persons, or of faces in a list. */
  owners: number;
  /** Ids per row: person and face, or only a face. */
  width: 1 | 2;
  trainedAt: number;
}

/** The last requested training of a gallery. */
export interface Training {
  job: string;
  createdAt: number;
  lastSuccessAt?: number;
  ended?: { at: number; problem?: string };
}

export const GALLERY_ID_PATTERN = '^[a-z0-9_-]{1,64}$';
const GALLERY_ID = new RegExp(GALLERY_ID_PATTERN);

export function isGalleryId(id: string): boolean {
  return GALLERY_ID.test(id);
}

export const UUID_PATTERN = '^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$';
const UUID = new RegExp(UUID_PATTERN);

/** Whether it can be the id of a person or a face. Stored ids are lower case; callers may send upper case. */
export function isUuid(id: string): boolean {
  return UUID.test(id);
}
