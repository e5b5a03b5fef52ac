/** What the area keeps: four kinds of galleries, the persons and faces in them, and faces that were detected. Types and rules only. */
export const RECOGNITION_MODELS = ['recognition_01', 'recognition_02', 'recognition_03', 'recognition_04'] as const;
export type RecognitionModel = typeof RECOGNITION_MODELS[number];

export const DETECTION_MODELS = ['detection_01', 'detection_02', 'detection_03'] as const;
export type DetectionModel = typeof DETECTION_MODELS[number];

/** Of whoever names none. */
export const DEFAULT_RECOGNITION: RecognitionModel = 'recognition_01';
export const DEFAULT_DETECTION: DetectionModel = 'detection_01';

export type GalleryName = 'PersonGroup' | 'LargePersonGroup' | 'FaceList' | 'LargeFaceList';

/** What the four kinds differ in. Everything else is the same for all, and written once. */
export interface GalleryKind {
  /** In the names of failures and operations. */
  name: GalleryName;
  /** As sentences of the interface begin. */
  words: string;
  path: 'persongroups' | 'largepersongroups' | 'facelists' | 'largefacelists';
  idField: 'personGroupId' | 'largePersonGroupId' | 'faceListId' | 'largeFaceListId';
  /** What is in it: persons, who have faces, or faces alone. */
  holds: 'persons' | 'faces';
  /** Whether it must be trained before it is searched. */
  isTrained: boolean;
  /** Whether listings of it have a start and a top. */
  isPaged: boolean;
  /** Whether an update may name nothing. */
  mayUpdateNothing: boolean;
  /** How many an account may have, and how many persons or faces one may hold. */
  mostGalleries: number;
  mostMembers: number;
  /** Into how many counts its members are divided, so that calls which add at the same time seldom meet (tally.ts). */
  counts: number;
}

const MILLION = 1_000_000;

export const PERSON_GROUP: GalleryKind = {
  name: 'PersonGroup', words: 'Person group', path: 'persongroups', idField: 'personGroupId', holds: 'persons',
  isTrained: true, isPaged: true, mayUpdateNothing: true, mostGalleries: MILLION, mostMembers: 10_000, counts: 32,
};
export const LARGE_PERSON_GROUP: GalleryKind = {
  name: 'LargePersonGroup', words: 'Large person group', path: 'largepersongroups', idField: 'largePersonGroupId', holds: 'persons',
  isTrained: true, isPaged: true, mayUpdateNothing: false, mostGalleries: MILLION, mostMembers: MILLION, counts: 32,
};
/** Searched without training: its one count changes with every face, and so tells when what was made of its faces is out of date. */
export const FACE_LIST: GalleryKind = {
  name: 'FaceList', words: 'Face list', path: 'facelists', idField: 'faceListId', holds: 'faces',
  isTrained: false, isPaged: false, mayUpdateNothing: false, mostGalleries: 64, mostMembers: 1000, counts: 1,
};
export const LARGE_FACE_LIST: GalleryKind = {
  name: 'LargeFaceList', words: 'Large face list', path: 'largefacelists', idField: 'largeFaceListId', holds: 'faces',
  isTrained: true, isPaged: true, mayUpdateNothing: false, mostGalleries: MILLION, mostMembers: MILLION, counts: 32,
};

export const GALLERY_KINDS: readonly GalleryKind[] = [PERSON_GROUP, LARGE_PERSON_GROUP, FACE_LIST, LARGE_FACE_LIST];

/** How many faces a person may have. */
export const MOST_FACES = 248;

export interface Gallery {
  /** Random: what is in a gallery is kept under it, so that one made again under the id of a deleted one is another. */
  uid: string;
  name: string;
  userData?: string;
  /** Fixed when the gallery is made. */
  recognitionModel: RecognitionModel;
  /** Which of the account's counts of galleries it is part of. */
  count: number;
}

export interface Person {
  name: string;
  userData?: string;
  /** Ids of the faces, in the order in which they were added. */
  faces: string[];
  /** Which of the gallery's counts it is part of. */
  count: number;
}

/** A face of a person or a list. The picture that it was in is not kept. */
export interface PersistedFace {
  userData?: string;
  /** Sealed with the account's key (templates.ts). */
  template: string;
  /** Which of the gallery's counts it is part of; faces of persons are counted by their person. */
  count?: number;
}

/** A face that detection has told of; it exists for as long as the caller has asked. */
export interface DetectedFace {
  template: string;
  recognitionModel: RecognitionModel;
  expiresAt: number;
}

/** What training has made of a gallery, and searches read: a block of templates, and whose each row is. Both lie sealed in one blob. */
export interface Trained {
  blob: string;
  rows: number;
  /** Different persons, or faces of a list. */
  owners: number;
  /** How many ids a row has: a person's and a face's, or a face's alone. */
  width: 1 | 2;
  trainedAt: number;
}

/** The last training of a gallery that was asked for. */
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

/** Whether it may be the id of a person or a face. Ours are in small letters; callers may write them in capitals. */
export function isUuid(id: string): boolean {
  return UUID.test(id);
}
