/** A text project as a file: in the newest form, or in that of the oldest version. */
import { projectFailure } from '../../projects/failures.ts';
import type { Project } from '../../projects/model.ts';
import { FILE_INDEX, spanConverter, parseOffsetUnit } from '../../projects/offset-units.ts';
import { OLDEST, metadataView } from '../../projects/wire.ts';
import { ENTITIES, classesOf } from '../model.ts';
import type { TextAssets, TextDocument } from '../model.ts';

const FILE_VERSION = '2022-05-01';

/** The one format there is. */
export function checkFormat(format: string | undefined): void {
  if (format !== undefined && format !== 'json') throw projectFailure('AssetsInvalid', { target: 'format', details: 'is not known; json is.' });
}

export function writeExport(project: Project, assets: TextAssets, version: string, stringIndexType: string, former: { field: string; kind: string }): object {
  const { stringIndexType: unit, assets: text } = counted(assets, stringIndexType);
  const metadata = metadataView(project);
  if (version !== OLDEST) return { projectFileVersion: FILE_VERSION, stringIndexType: unit, metadata, assets: { ...text, projectKind: project.kind } };
  return {
    'api-version': OLDEST, stringIndexType: unit,
    metadata: { ...metadata, name: project.name, [former.field]: former.kind, multiLingual: project.multilingual },
    assets: formerAssets(text),
  };
}

/** The assets with offsets in the unit that is wanted; in UTF-16 where texts are elsewhere, which nobody can count in here. */
function counted(assets: TextAssets, wanted: string): { stringIndexType: string; assets: TextAssets } {
  const { documents } = assets;
  if (documents.some(({ text, entities }) => entities && text === undefined)) return { stringIndexType: FILE_INDEX, assets };
  const moved = documents.map((document): TextDocument => {
    const { text, entities } = document;
    if (text === undefined || !entities) return document;
    const place = spanConverter(text, parseOffsetUnit(wanted));
    return {
      ...document,
      entities: entities.map(({ regionOffset, regionLength, labels }) => {
        const region = place(regionOffset, regionOffset + regionLength);
        return { regionOffset: region.offset, regionLength: region.length, labels: labels.map(({ category, offset, length }) => ({ category, ...place(offset, offset + length) })) };
      }),
    };
  });
  return { stringIndexType: wanted, assets: { ...assets, documents: moved } };
}

function formerAssets({ projectKind, classes = [], entities = [], documents }: TextAssets): object {
  const extracts = projectKind === ENTITIES;
  return { [extracts ? 'extractors' : 'classifiers']: (extracts ? entities : classes).map(({ category }) => ({ name: category })), documents: documents.map((document) => formerDocument(document, extracts)) };
}

function formerDocument(document: TextDocument, extracts: boolean): object {
  const { location, language, dataset, text, entities = [] } = document;
  return {
    location, ...language !== undefined && { language }, ...dataset !== undefined && { dataset }, ...text !== undefined && { text },
    ...extracts
      ? { extractors: entities.map(({ labels, ...region }) => ({ ...region, labels: labels.map(({ category, ...place }) => ({ extractorName: category, ...place })) })) }
      : { classifiers: classesOf(document).map((classifierName) => ({ classifierName })) },
  };
}
