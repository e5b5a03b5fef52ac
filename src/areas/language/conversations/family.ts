/** The family of conversation projects. */
import { Type } from '../../../kernel/schema.ts';
import { fail } from '../../../kernel/failures.ts';
import { projectFailure } from '../projects/failures.ts';
import type { Family, ReadImport } from '../projects/family.ts';
import type { EvaluationOptions } from '../projects/model.ts';
import { ProjectOptions } from '../projects/schemas.ts';
import { parseOffsetUnit } from '../projects/offset-units.ts';
import { writeProject, convertLabels } from './files/export.ts';
import { projectFromApp } from './migration/from-app.ts';
import { emptyAssets, parseAssets } from './files/import.ts';
import { linkedIntents, loadLinkedUtterances } from './training/linked-utterances.ts';
import type { ConversationAssets, ProjectKind } from './model.ts';
import { appFromProject } from './migration/to-app.ts';
import { readLoggedTexts } from '../projects/query-log/query-log.ts';
import type { GatheredUtterances, UtteranceResult } from './training/train.ts';

/** Assets are validated when they are parsed, so that an error can name the field. */
const ExportedProject = Type.Object({
  projectFileVersion: Type.Optional(Type.String()),
  'api-version': Type.Optional(Type.String()),
  stringIndexType: Type.Optional(Type.String()),
  metadata: Type.Optional(ProjectOptions),
  assets: Type.Optional(Type.Object({})),
});

interface Exported {
  metadata?: ProjectOptions;
}

const APP_FORMAT = 'luis';
const FORMATS = ['conversation', 'clu', APP_FORMAT];

function isAppFormat(format: string | undefined): boolean {
  if (format !== undefined && !FORMATS.includes(format)) {
    throw fail('ParameterInvalid', { parameter: 'format', details: 'must be one of Conversation, Luis.' });
  }
  return format === APP_FORMAT;
}

function readApp(app: unknown): ReadImport<ConversationAssets> {
  const { name, metadata, assets, report } = projectFromApp(app);
  return { name, report, metadata, assetsFor: (kind) => parseAssets({ assets }, kind as ProjectKind, metadata.language) };
}

export const conversationFamily: Family<ConversationAssets> = {
  name: 'conversations',
  kinds: [
    { name: 'Conversation', former: 'Conversation' },
    { name: 'Orchestration', former: 'Workflow' },
  ],
  formerKindField: 'type',
  labeled: 'utterances',
  exported: ExportedProject,
  trainingModule: new URL('./training/train.ts', import.meta.url),

  readImport(body, format) {
    if (isAppFormat(format)) return readApp(body);
    const { metadata } = body as Exported;
    if (!metadata) throw projectFailure('AssetsInvalid', { target: 'metadata', details: 'it is missing.' });
    return { metadata, assetsFor: (kind) => parseAssets(body, kind as ProjectKind, metadata.language ?? '') };
  },

  emptyAssets: (kind) => emptyAssets(kind as ProjectKind),

  writeExport(project, assets, version, format, stringIndexType) {
    if (isAppFormat(format)) return appFromProject(project, assets);
    return writeProject(project, assets, version, stringIndexType);
  },

  textsIn: (assets) => assets.utterances.map(({ text }) => text),

  isTrainable(assets, options) {
    return assets.utterances.some((utterance) => isTrainedOn(utterance, options)) || linkedIntents(assets).length > 0;
  },

  async gather(assets, { uid, settings }, account, services): Promise<GatheredUtterances> {
    const linked = await loadLinkedUtterances(assets, account, services);
    const taught = [...assets.utterances, ...linked].map(({ text }) => text);
    return { linked, logged: settings.learnFromQueries ? await readLoggedTexts(services, account, uid, taught) : [] };
  },

  writeResults(results, stringIndexType) {
    const unit = parseOffsetUnit(stringIndexType);
    return (results as UtteranceResult[]).map(({ text, entitiesResult: { expectedEntities, predictedEntities }, ...rest }) => ({
      text,
      ...rest,
      entitiesResult: {
        expectedEntities: convertLabels({ text, entities: expectedEntities }, unit),
        predictedEntities: convertLabels({ text, entities: predictedEntities }, unit),
      },
    }));
  },
};

function isTrainedOn({ dataset }: { dataset?: string }, { kind }: EvaluationOptions): boolean {
  return kind === 'percentage' || dataset?.toLowerCase() !== 'test';
}
