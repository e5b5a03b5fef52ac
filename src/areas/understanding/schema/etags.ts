/**
 * Tags of what a version is made of, for those who write on condition that it is as they read it. Utterances are records,
 * and hasEtag as such (contract/conditions.ts). Models, features and patterns stand in the version's one record, which
 * changes with all of them: each is hasEtag by what it holds, so that two people at different ones do not hinder one another.
 */
import { hash } from 'node:crypto';
import type { Schema } from '../model.ts';
import { findPathById } from './parts.ts';

const ETAG_CHARACTERS = 22;

/** The tag of the model, feature or pattern that a path names, of a part that of its whole; undefined where there is none. */
export function modelEtag({ intents, entities, phraseLists, patternFeatures, patterns }: Schema, { intentId, entityId, patternId, featureId }: Readonly<Record<string, string>>): string | undefined {
  const withId = <T extends { id: string | number }>(list: readonly T[], id: string): T | undefined => list.find((one) => String(one.id).toLowerCase() === id.toLowerCase());
  const named = intentId !== undefined ? withId(intents, intentId)
    : entityId !== undefined ? findPathById(entities, entityId)?.entity
      : patternId !== undefined ? withId(patterns, patternId)
        : featureId !== undefined ? withId([...phraseLists, ...patternFeatures], featureId) : undefined;
  return named && `"${hash('sha256', JSON.stringify(named), 'base64url').slice(0, ETAG_CHARACTERS)}"`;
}
