/** A classifier as the interface writes it. */
import type { DocTypeSource, DocumentClassifier } from '../model.ts';
import { NEVER, dateTime } from '../replies.ts';
import type { Version } from '../versions.ts';

export function classifierView(
  { classifierId, description, createdAt, version, baseClassifierId, docTypes }: Omit<DocumentClassifier, 'artefact' | 'arrivedWith'>,
  inVersion: Version,
): object {
  return {
    classifierId,
    description,
    createdDateTime: dateTime(createdAt),
    ...(inVersion.modelFields.includes('expirationDateTime') && { expirationDateTime: dateTime(NEVER) }),
    ...(inVersion.modelFields.includes('modifiedDateTime') && { modifiedDateTime: dateTime(createdAt) }),
    apiVersion: version,
    baseClassifierId,
    docTypes: Object.fromEntries(Object.entries(docTypes).map(([name, source]) => [name, { [sourceField(source)]: source }])),
  };
}

function sourceField(source: DocTypeSource): string {
  if ('trainingSetId' in source) return 'trainingSetSource';
  return source.fileList === undefined ? 'cloudBlobSource' : 'cloudBlobFileListSource';
}
