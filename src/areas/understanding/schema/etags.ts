/**
 * Etags of the models, features and patterns of a version, for conditional writes. They are all part of the version's one record,
 * so the record's version cannot tell which of them changed: each etag is a digest of the item itself. Examples are records
 * of their own and use the record's etag (kernel/conditions.ts).
 */
import { hash } from 'node:crypto';
import type { Schema } from '../model.ts';
import { findPathById } from './parts.ts';

const ETAG_CHARACTERS = 22;

/** The etag of the item that a path names, undefined when there is none. A part of an entity has the etag of the whole entity. */
export function modelEtag(
  { intents, entities, phraseLists, patternFeatures, patterns }: Schema,
  { intentId, entityId, patternId, featureId }: Readonly<Record<string, string>>,
): string | undefined {
  const findIn = <T extends { id: string | number }>(list: readonly T[], id: string): T | undefined =>
    list.find((item) => String(item.id).toLowerCase() === id.toLowerCase());
  const item =
    intentId !== undefined
      ? findIn(intents, intentId)
      : entityId !== undefined
        ? findPathById(entities, entityId)?.entity
        : patternId !== undefined
          ? findIn(patterns, patternId)
          : featureId !== undefined
            ? findIn([...phraseLists, ...patternFeatures], featureId)
            : undefined;
  return item && `"${hash('sha256', JSON.stringify(item), 'base64url').slice(0, ETAG_CHARACTERS)}"`;
}
