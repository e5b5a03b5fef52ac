/** The two things that are copied from account to account, and all that their copies differ in. */
import type { Call } from '../../../kernel/operation.ts';
import type { Services } from '../../../kernel/ports.ts';
import type { Collection } from '../../../kernel/collection.ts';
import type { DocumentClassifier, DocumentModel, ModelOperation, OperationKind } from '../model.ts';
import { packClassifier, packModel, unpackClassifier, unpackModel } from './package.ts';
import type { PackedClassifier, PackedModel } from './package.ts';
import { classifiers, models } from '../store.ts';
import { checkCanCreateModel } from '../models/build-job.ts';
import { checkCanCreateClassifier } from '../classifiers/build-job.ts';
import type { Version } from '../versions.ts';
import { classifierView, modelView } from '../replies.ts';

/** What the target decides by itself. */
export interface TargetDetails { id: string; createdAt: number; description?: string; tags: Record<string, string> }

/** What an account keeps of it that callers do not see. */
export interface StoredParts { artefact: string; arrivedWith?: string }

/** `Packed` is what travels of it. */
export interface CopyKind<Thing extends Packed & StoredParts, Packed> {
  /** Left out of records where a model is meant. */
  of?: 'classifier';
  /** The parts of field names and paths: targetModelId, /documentModels. */
  name: 'Model' | 'Classifier';
  operation: OperationKind;
  collection: Collection<Thing>;
  /** Under each prefix, the version in which every server that authorizes such a copy takes it in. */
  uploadVersions: Readonly<Record<string, string>>;
  checkCanCreate(services: Pick<Services, 'records'>, account: string, id: string): Promise<void>;
  pack(thing: Packed, artefact: Uint8Array): Uint8Array;
  unpack(bytes: Uint8Array): { detail: Packed; artefact: Uint8Array };
  toRecord(detail: Packed, landing: TargetDetails, kept: StoredParts): Thing;
  /** What the source's operation tells of it. */
  toOperationResult(detail: Packed, landing: TargetDetails): Partial<ModelOperation>;
  view(thing: Thing, version: Version, link: Call['link']): object;
}

const modelAtTarget = ({ version, buildMode, docTypes, expiresAt }: PackedModel, { id, createdAt, description, tags }: TargetDetails): Omit<DocumentModel, 'artefact'> =>
  ({ modelId: id, createdAt, version, buildMode, docTypes, expiresAt, tags, description });

export const MODEL_COPY: CopyKind<DocumentModel, PackedModel> = {
  name: 'Model', operation: 'documentModelCopyTo', collection: models,
  uploadVersions: { documentanalysis: '2024-02-29-preview', documentintelligence: '2024-02-29-preview', formanalysis: '2022-01-30-preview', formrecognizer: '2022-01-30-preview' },
  checkCanCreate: checkCanCreateModel, pack: packModel, unpack: unpackModel,
  toRecord: (detail, landing, kept) => ({ ...modelAtTarget(detail, landing), ...kept }),
  toOperationResult: (detail, landing) => ({ result: modelAtTarget(detail, landing) }),
  view: (model, version) => modelView(model, version),
};

const classifierAtTarget = ({ version, docTypes }: PackedClassifier, { id, createdAt, description }: TargetDetails): Omit<DocumentClassifier, 'artefact'> =>
  ({ classifierId: id, createdAt, version, docTypes, description });

export const CLASSIFIER_COPY: CopyKind<DocumentClassifier, PackedClassifier> = {
  of: 'classifier', name: 'Classifier', operation: 'documentClassifierCopyTo', collection: classifiers,
  uploadVersions: { documentanalysis: '2024-11-30', documentintelligence: '2024-11-30' },
  checkCanCreate: checkCanCreateClassifier, pack: packClassifier, unpack: unpackClassifier,
  toRecord: (detail, landing, kept) => ({ ...classifierAtTarget(detail, landing), ...kept }),
  toOperationResult: (detail, landing) => ({ classifier: classifierAtTarget(detail, landing) }),
  view: classifierView,
};
