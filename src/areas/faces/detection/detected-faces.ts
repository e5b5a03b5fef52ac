/** Stores the encrypted templates of detected faces until they expire, and reads them by face id. */
import type { Failure } from '../../../kernel/failures.ts';
import type { Ports } from '../../../kernel/ports.ts';
import type { Change } from '../../../kernel/change.ts';
import type { RecognitionModel } from '../model.ts';
import { isUuid } from '../model.ts';
import { detectedFaces } from '../store.ts';
import { openTemplate, sealContext, sealTemplate, readTemplateKey, ensureTemplateKey } from '../templates.ts';

type UsedPorts = Pick<Ports, 'records' | 'keyring' | 'ids'>;

export interface FaceTemplate {
  faceId: string;
  template: Float32Array;
  recognitionModel: RecognitionModel;
}

/** Stores the templates as part of the change; returns the ids of the faces in the same order. */
export async function saveDetectedFaces(
  change: Change,
  account: string,
  templates: readonly Float32Array[],
  { recognitionModel, expiresAt }: { recognitionModel: RecognitionModel; expiresAt: number },
  services: UsedPorts,
): Promise<string[]> {
  if (templates.length === 0) return [];
  const key = await ensureTemplateKey(change, account, services);
  return templates.map((template) => {
    const faceId = services.ids.uuid();
    change.create(detectedFaces, account, faceId, {
      template: sealTemplate(key, template, sealContext(detectedFaces, account, faceId)),
      recognitionModel,
      expiresAt,
    });
    return faceId;
  });
}

/** The faces with these ids, in the same order; throws `missing` if one is unknown or has expired. */
export async function readDetectedFaces(
  account: string,
  ids: readonly string[],
  services: UsedPorts,
  missing: () => Failure,
): Promise<FaceTemplate[]> {
  const key = await readTemplateKey(account, services);
  return await Promise.all(
    ids.map(async (id) => {
      const faceId = id.toLowerCase();
      const stored = isUuid(id) ? await services.records.get(detectedFaces, account, faceId) : undefined;
      if (!stored || !key) throw missing();
      const { template, recognitionModel } = stored.value;
      return { faceId, recognitionModel, template: openTemplate(key, template, sealContext(detectedFaces, account, faceId)) };
    }),
  );
}
