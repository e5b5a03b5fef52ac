/** What a body of identify, verify, find similar or group names, or the documented answer where it cannot be compared. */
import type { Failure } from '../../../kernel/failures.ts';
import type { Ports } from '../../../kernel/ports.ts';
import type { Stored } from '../../../kernel/change.ts';
import type { Records } from '../../../kernel/ports/store.ts';
import { faceFailure } from '../failures.ts';
import { LARGE_PERSON_GROUP, PERSON_GROUP } from '../model.ts';
import type { Gallery, GalleryKind, RecognitionModel } from '../model.ts';
import { galleries, galleryKey, trainings } from '../store.ts';
import { isUnderWay, standingOf } from '../training/status.ts';

/** A gallery that a body names. */
export interface NamedGallery { kind: GalleryKind; id: string }

/** Of the two kinds of groups, the one that is named. */
export function groupNamed({ personGroupId, largePersonGroupId }: { personGroupId?: string | null; largePersonGroupId?: string | null }): NamedGallery {
  if (personGroupId != null && largePersonGroupId != null) throw faceFailure('GroupIdsBothGiven');
  if (personGroupId != null) return { kind: PERSON_GROUP, id: personGroupId };
  if (largePersonGroupId != null) return { kind: LARGE_PERSON_GROUP, id: largePersonGroupId };
  throw faceFailure('GroupIdsBothMissing');
}

/** The gallery; what is 404 where a path names it is 400 here. */
export async function galleryInBody({ kind, id }: NamedGallery, account: string, records: Records, missing: () => Failure = () => faceFailure(`${kind.name}NotFoundInBody`)): Promise<Stored<Gallery>> {
  const read = await records.get(galleries, account, galleryKey(kind, id));
  if (!read) throw missing();
  return read;
}

/** Templates of two models cannot be compared. */
export function checkModel(model: RecognitionModel, faces: readonly { recognitionModel: RecognitionModel }[]): void {
  if (faces.some(({ recognitionModel }) => recognitionModel !== model)) throw faceFailure('RecognitionModelIncompatible');
}

/** Why there is nothing to search in a gallery: it was never trained, or its first training goes on, or it is a list without faces. */
export async function notSearchable({ name, isTrained }: GalleryKind, { value: { uid } }: Stored<Gallery>, account: string, services: Pick<Ports, 'records' | 'jobs'>): Promise<Failure> {
  if (!isTrained) return faceFailure('FaceListEmpty');
  const training = await services.records.get(trainings, account, uid);
  const underWay = training && isUnderWay(await standingOf(training, account, services));
  return faceFailure(underWay ? `${name}TrainingNotFinished` : `${name}NotTrainedInBody`);
}
