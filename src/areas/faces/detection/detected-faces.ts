/** Detected faces: what they are recognised by is kept, sealed, for as long as the caller has asked, and read again by their ids. */
import type { Failure } from '../../../kernel/failures.ts';
import type { Ports } from '../../../kernel/ports.ts';
import type { Change } from '../../../kernel/change.ts';
import type { RecognitionModel } from '../model.ts';
import { isUuid } from '../model.ts';
import { detectedFaces } from '../store.ts';
import { openTemplate, placeOf, sealTemplate, templateKey, templateKeyFor } from '../templates.ts';

type Used = Pick<Ports, 'records' | 'keyring' | 'ids'>;

export interface KnownFace { faceId: string; template: Float32Array; recognitionModel: RecognitionModel }

/** Keeps the templates as part of the change; answers the ids of the faces, in their order. */
export async function keepFaces(change: Change, account: string, templates: readonly Float32Array[], { recognitionModel, expiresAt }: { recognitionModel: RecognitionModel; expiresAt: number }, services: Used): Promise<string[]> {
  if (templates.length === 0) return [];
  const key = await templateKeyFor(change, account, services);
  return templates.map((template) => {
    const faceId = services.ids.uuid();
    change.create(detectedFaces, account, faceId, { template: sealTemplate(key, template, placeOf(detectedFaces, account, faceId)), recognitionModel, expiresAt });
    return faceId;
  });
}

/** The faces of the ids, in their order; throws `missing` where one is not known, or no longer. */
export async function knownFaces(account: string, ids: readonly string[], services: Used, missing: () => Failure): Promise<KnownFace[]> {
  const key = await templateKey(account, services);
  return await Promise.all(ids.map(async (id) => {
    const faceId = id.toLowerCase();
    const read = isUuid(id) ? await services.records.get(detectedFaces, account, faceId) : undefined;
    if (!read || !key) throw missing();
    const { template, recognitionModel } = read.value;
    return { faceId, recognitionModel, template: openTemplate(key, template, placeOf(detectedFaces, account, faceId)) };
  }));
}
