/** The family of text projects. */
import type { Family } from '../projects/family.ts';
import { checkFormat, writeExport } from './files/export.ts';
import { gatherTexts } from './training/gather-texts.ts';
import { parseAssets } from './files/import.ts';
import { ENTITIES, MULTI, SINGLE, isLabeled } from './model.ts';
import type { TextAssets, TextKind } from './model.ts';
import { writeResults } from './training/results.ts';
import { ExportedProject } from './schemas.ts';

const KINDS = [
  { name: SINGLE, former: 'singleClassification' },
  { name: MULTI, former: 'multiClassification' },
  { name: ENTITIES, former: 'Extraction' },
] as const;
const FORMER_KIND_FIELD = 'modelType';

export const textFamily: Family<TextAssets> = {
  name: 'texts',
  kinds: KINDS,
  formerKindField: FORMER_KIND_FIELD,
  labeled: 'documents',
  exported: ExportedProject,
  readImport(body, format) {
    checkFormat(format);
    const project = body as ExportedProject;
    const { projectKind } = project.assets ?? {};
    return {
      metadata: { ...(projectKind && !project.metadata.modelType && { projectKind }), ...project.metadata },
      assetsFor: (kind) => parseAssets(project, kind as TextKind),
    };
  },
  emptyAssets: (kind) => ({ projectKind: kind as TextKind, ...(kind === ENTITIES ? { entities: [] } : { classes: [] }), documents: [] }),
  writeExport(project, assets, version, format, stringIndexType) {
    checkFormat(format);
    return writeExport(project, assets, version, stringIndexType, {
      field: FORMER_KIND_FIELD,
      kind: KINDS.find(({ name }) => name === project.kind)!.former,
    });
  },
  textsIn: (assets) => assets.documents.flatMap(({ text }) => text ?? []),
  isTrainable(assets, options) {
    return assets.documents.some((document) => isLabeled(document) && (options.kind === 'percentage' || document.dataset !== 'Test'));
  },
  gather: gatherTexts,
  trainingModule: new URL('./training/train.ts', import.meta.url),
  writeResults,
};
