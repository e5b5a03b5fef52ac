/** Writes a project as a file, in the form of the oldest version or of the later ones. */
import type { OffsetUnit } from '../../../../engines/shared/text/offsets.ts';
import type { Project } from '../../projects/model.ts';
import { spanConverter, parseOffsetUnit } from '../../projects/offset-units.ts';
import { OLDEST } from '../../projects/versions.ts';
import { metadataView } from '../../projects/wire.ts';
import type { ConversationAssets, Entity, Intent, Label, Orchestration, Utterance } from '../model.ts';

const FORMER_KINDS: Readonly<Record<string, string>> = { Conversation: 'Conversation', Orchestration: 'Workflow' };

export function writeProject(project: Project, assets: ConversationAssets, version: string, stringIndexType: string): object {
  const unit = parseOffsetUnit(stringIndexType);
  const utterances = assets.utterances.map((utterance) => ({ ...utterance, entities: convertLabels(utterance, unit) }));
  if (version === OLDEST) {
    return { 'api-version': OLDEST, stringIndexType, metadata: formerMetadata(project), assets: formerAssets({ ...assets, utterances }) };
  }
  const { projectKind, intents } = assets;
  const own =
    projectKind === 'Orchestration'
      ? { projectKind, intents, utterances: utterances.map(({ entities: _none, ...rest }) => rest) }
      : { ...assets, utterances };
  return { projectFileVersion: version, stringIndexType, metadata: metadataView(project), assets: own };
}

export function convertLabels({ text, entities }: Pick<Utterance, 'text' | 'entities'>, unit: OffsetUnit): Label[] {
  const toSpan = spanConverter(text, unit);
  return entities.map(({ category, offset, length }) => ({ category, ...toSpan(offset, offset + length) }));
}

function formerMetadata({ name, kind, language, multilingual, description, settings }: Project): object {
  return { name, type: FORMER_KINDS[kind], language, multilingual, settings, ...(description !== undefined && { description }) };
}

function formerAssets({ projectKind: _kind, intents, entities, utterances, ...fromApp }: ConversationAssets): object {
  return {
    ...fromApp,
    intents: intents.map(formerIntent),
    entities: entities.map(({ category, ...rest }: Entity) => ({ name: category, ...rest })),
    examples: utterances.map(({ entities: labels, ...rest }) => ({
      ...rest,
      entities: labels.map(({ category, offset, length }) => ({ entityName: category, offset, length })),
    })),
  };
}

function formerIntent({ category, orchestration }: Intent): object {
  return { name: category, ...(orchestration && { orchestration: formerOrchestration(orchestration) }) };
}

function formerOrchestration({ targetProjectKind, conversationOrchestration, ...rest }: Orchestration): object {
  return conversationOrchestration ? { type: 'Clu', cluOrchestration: conversationOrchestration } : { type: targetProjectKind, ...rest };
}
