/** What importing a file would bring, before anything is written. */
import { operation, reply } from '../../../kernel/operation.ts';
import { findImportLosses } from './import-losses.ts';
import type { Label } from '../model.ts';
import { ImportReport, ImportedApp } from '../schemas.ts';
import { parseCulture } from '../apps/operations.ts';
import { MAX_FILE_BYTES, example, readBody } from './operations.ts';

function labelCount(labels: readonly Label[]): number {
  return labels.reduce((sum, { children = [] }) => sum + 1 + labelCount(children), 0);
}

export const checkImport = operation({
  id: 'understanding.checkImport',
  summary: 'Report what importing an exported app or a .lu file would bring, and what of it would be lost; nothing is written',
  route: 'POST /apps/checkimport',
  needs: 'authoring',
  body: ImportedApp,
  accepts: 'jsonOrText',
  maxBytes: MAX_FILE_BYTES,
  replies: { 200: ImportReport },
  fails: ['AppInvalid', 'LuInvalid', 'CultureUnknown'],
  example: { body: example },
  run({ body }, services) {
    const read = readBody(body, services);
    const { name, versionId, schema: { intents, entities, patterns, phraseLists, patternFeatures }, examples } = read;
    return reply(200, {
      name, culture: parseCulture(read.culture), versionId,
      counts: { intents: intents.length, entities: entities.length, utterances: examples.length, labels: examples.reduce((sum, { labels }) => sum + labelCount(labels), 0), patterns: patterns.length, phraseLists: phraseLists.length, patternFeatures: patternFeatures.length },
      losses: findImportLosses(body, read),
    });
  },
});
