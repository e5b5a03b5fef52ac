/** Finds the galleries named in the bodies of identify, verify and find similar, and checks that faces can be compared with them. */
import type { Failure } from '../../../kernel/failures.ts';
import type { Ports } from '../../../kernel/ports.ts';
import type { Stored } from '../../../kernel/change.ts';
import type { Records } from '../../../kernel/ports/store.ts';
import { faceFailure } from '../failures.ts';
import { LARGE_PERSON_GROUP, PERSON_GROUP } from '../model.ts';
import type { Gallery, GalleryKind, RecognitionModel } from '../model.ts';
import { galleries, galleryKey, trainings } from '../store.ts';
import { isInProgress, readTrainingStatus } from '../training/status.ts';

/** A gallery named in a body. */
export interface GalleryReference {
  kind: GalleryKind;
  id: string;
}

/** Where identify searches, as named in its body. */
export interface ScopeFields {
  personGroupId?: string | null;
  largePersonGroupId?: string | null;
  dynamicPersonGroupId?: string | null;
  personIds?: string[] | null;
}

/** Whether a body names persons or a group of the directory; throws if it names something else too. */
export function namesDirectory({ personGroupId, largePersonGroupId, dynamicPersonGroupId, personIds }: ScopeFields): boolean {
  if (dynamicPersonGroupId == null && personIds == null) return false;
  if ([personGroupId, largePersonGroupId, dynamicPersonGroupId, personIds].filter((field) => field != null).length > 1)
    throw faceFailure('ScopesIncompatible');
  return true;
}

/** The person group or large person group that a body names. */
export function groupFromBody({
  personGroupId,
  largePersonGroupId,
}: {
  personGroupId?: string | null;
  largePersonGroupId?: string | null;
}): GalleryReference {
  if (personGroupId != null && largePersonGroupId != null) throw faceFailure('GroupIdsBothGiven');
  if (personGroupId != null) return { kind: PERSON_GROUP, id: personGroupId };
  if (largePersonGroupId != null) return { kind: LARGE_PERSON_GROUP, id: largePersonGroupId };
  throw faceFailure('GroupIdsBothMissing');
}

/** The gallery; a missing one is a 400 here, while it is a 404 in a path. */
export async function findGalleryFromBody(
  { kind, id }: GalleryReference,
  account: string,
  records: Records,
  missing: () => Failure = () => faceFailure(`${kind.name}NotFoundInBody`),
): Promise<Stored<Gallery>> {
  const read = await records.get(galleries, account, galleryKey(kind, id));
  if (!read) throw missing();
  return read;
}

/** Templates of different models cannot be compared. */
export function checkRecognitionModel(model: RecognitionModel, faces: readonly { recognitionModel: RecognitionModel }[]): void {
  if (faces.some(({ recognitionModel }) => recognitionModel !== model)) throw faceFailure('RecognitionModelIncompatible');
}

/** Why a gallery has no search model: never trained, first training in progress, or a face list without faces. */
export async function notSearchableFailure(
  { name, needsTraining: isTrained }: GalleryKind,
  { value: { uid } }: Stored<Gallery>,
  account: string,
  services: Pick<Ports, 'records' | 'jobs'>,
): Promise<Failure> {
  if (!isTrained) return faceFailure('FaceListEmpty');
  const training = await services.records.get(trainings, account, uid);
  const inProgress = training && isInProgress(await readTrainingStatus(training, account, services));
  return faceFailure(inProgress ? `${name}TrainingNotFinished` : `${name}NotTrainedInBody`);
}
