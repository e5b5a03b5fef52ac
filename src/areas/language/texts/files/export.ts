/** Writes a text project as a file, in the form of the oldest version or of the later ones. */
import { projectFailure } from '../../projects/failures.ts';
import type { Project } from '../../projects/model.ts';
import { FILE_INDEX, spanConverter, parseOffsetUnit } from '../../projects/offset-units.ts';
import { OLDEST } from '../../projects/versions.ts';
import { metadataView } from '../../projects/wire.ts';
import { ENTITIES, classesOf } from '../model.ts';
import type { TextAssets, TextDocument } from '../model.ts';

const FILE_VERSION = '2022-05-01';

/** JSON is the only format. */
export function checkFormat(format: string | undefined): void {
  if (format !== undefined && format !== 'json') throw projectFailure('AssetsInvalid', { target: 'format', details: 'must be json.' });
}

export function writeExport(
  project: Project,
  assets: TextAssets,
  version: string,
  stringIndexType: string,
  former: { field: string; kind: string },
): object {
  const { stringIndexType: unit, assets: text } = convertOffsets(assets, stringIndexType);
  const metadata = metadataView(project);
  if (version !== OLDEST) {
    return { projectFileVersion: FILE_VERSION, stringIndexType: unit, metadata, assets: { ...text, projectKind: project.kind } };
  }
  return {
    'api-version': OLDEST,
    stringIndexType: unit,
    metadata: { ...metadata, name: project.name, [former.field]: former.kind, multiLingual: project.multilingual },
    assets: formerAssets(text),
  };
}

/** Converts offsets to the requested unit; they stay in UTF-16 where a text is in the container and cannot be converted. */
function convertOffsets(assets: TextAssets, requested: string): { stringIndexType: string; assets: TextAssets } {
  const { documents } = assets;
  if (documents.some(({ text, entities }) => entities && text === undefined)) return { stringIndexType: FILE_INDEX, assets };
  const converted = documents.map((document): TextDocument => {
    const { text, entities } = document;
    if (text === undefined || !entities) return document;
    const toSpan = spanConverter(text, parseOffsetUnit(requested));
    return {
      ...document,
      entities: entities.map(({ regionOffset, regionLength, labels }) => {
        const region = toSpan(regionOffset, regionOffset + regionLength);
        return {
          regionOffset: region.offset,
          regionLength: region.length,
          labels: labels.map(({ category, offset, length }) => ({ category, ...toSpan(offset, offset + length) })),
        };
      }),
    };
  });
  return { stringIndexType: requested, assets: { ...assets, documents: converted } };
}

function formerAssets({ projectKind, classes = [], entities = [], documents }: TextAssets): object {
  const extracts = projectKind === ENTITIES;
  return {
    [extracts ? 'extractors' : 'classifiers']: (extracts ? entities : classes).map(({ category }) => ({ name: category })),
    documents: documents.map((document) => formerDocument(document, extracts)),
  };
}

function formerDocument(document: TextDocument, extracts: boolean): object {
  const { location, language, dataset, text, entities = [] } = document;
  return {
    location,
    ...(language !== undefined && { language }),
    ...(dataset !== undefined && { dataset }),
    ...(text !== undefined && { text }),
    ...(extracts
      ? {
          extractors: entities.map(({ labels, ...region }) => ({
            ...region,
            labels: labels.map(({ category, ...span }) => ({ extractorName: category, ...span })),
          })),
        }
      : { classifiers: classesOf(document).map((classifierName) => ({ classifierName })) }),
  };
}
