/** The two things that are copied from account to account, and all that their copies differ in. */
import type { Call } from '../../../kernel/operation.ts';
import type { Services } from '../../../kernel/ports.ts';
import type { Collection } from '../../../kernel/collection.ts';
import type { DocumentClassifier, DocumentModel, ModelOperation, OperationKind } from '../model.ts';
import { packClassifier, packModel, unpackClassifier, unpackModel } from './package.ts';
import type { PackedClassifier, PackedModel } from './package.ts';
import { classifiers, models } from '../store.ts';
import { checkRoom } from '../models/build-job.ts';
import { checkClassifierRoom } from '../classifiers/build-job.ts';
import type { Version } from '../versions.ts';
import { classifierView, modelView } from '../replies.ts';

/** What the target decides by itself. */
export interface Landing { id: string; createdAt: number; description?: string; tags: Record<string, string> }

/** What an account keeps of it that callers do not see. */
export interface Kept { artefact: string; arrivedWith?: string }

/** `Packed` is what travels of it. */
export interface Copyable<Thing extends Packed & Kept, Packed> {
  /** Left out of records where a model is meant. */
  of?: 'classifier';
  /** The parts of field names and paths: targetModelId, /documentModels. */
  name: 'Model' | 'Classifier';
  operation: OperationKind;
  collection: Collection<Thing>;
  /** Under each prefix, the version in which every server that authorizes such a copy takes it in. */
  arrivesIn: Readonly<Record<string, string>>;
  checkRoom(services: Pick<Services, 'records'>, account: string, id: string): Promise<void>;
  pack(thing: Packed, artefact: Uint8Array): Uint8Array;
  unpack(bytes: Uint8Array): { detail: Packed; artefact: Uint8Array };
  landed(detail: Packed, landing: Landing, kept: Kept): Thing;
  /** What the source's operation tells of it. */
  told(detail: Packed, landing: Landing): Partial<ModelOperation>;
  view(thing: Thing, version: Version, link: Call['link']): object;
}

const modelAt = ({ version, buildMode, docTypes, expiresAt }: PackedModel, { id, createdAt, description, tags }: Landing): Omit<DocumentModel, 'artefact'> =>
  ({ modelId: id, createdAt, version, buildMode, docTypes, expiresAt, tags, description });

export const MODEL: Copyable<DocumentModel, PackedModel> = {
  name: 'Model', operation: 'documentModelCopyTo', collection: models,
  arrivesIn: { documentanalysis: '2024-02-29-preview', documentintelligence: '2024-02-29-preview', formanalysis: '2022-01-30-preview', formrecognizer: '2022-01-30-preview' },
  checkRoom, pack: packModel, unpack: unpackModel,
  landed: (detail, landing, kept) => ({ ...modelAt(detail, landing), ...kept }),
  told: (detail, landing) => ({ result: modelAt(detail, landing) }),
  view: (model, version) => modelView(model, version),
};

const classifierAt = ({ version, docTypes }: PackedClassifier, { id, createdAt, description }: Landing): Omit<DocumentClassifier, 'artefact'> =>
  ({ classifierId: id, createdAt, version, docTypes, description });

export const CLASSIFIER: Copyable<DocumentClassifier, PackedClassifier> = {
  of: 'classifier', name: 'Classifier', operation: 'documentClassifierCopyTo', collection: classifiers,
  arrivesIn: { documentanalysis: '2024-11-30', documentintelligence: '2024-11-30' },
  checkRoom: checkClassifierRoom, pack: packClassifier, unpack: unpackClassifier,
  landed: (detail, landing, kept) => ({ ...classifierAt(detail, landing), ...kept }),
  told: (detail, landing) => ({ classifier: classifierAt(detail, landing) }),
  view: classifierView,
};
