/** The two kinds of things that are copied between accounts, models and classifiers, and what their copies differ in. */
import type { Collection } from '../../../kernel/collection.ts';
import type { Ports } from '../../../kernel/ports.ts';
import { readArtifact, writeArtifact } from '../artifact.ts';
import { checkCanCreateClassifier } from '../classifiers/build-job.ts';
import { classifierView } from '../models/classifier-view.ts';
import { packClassifier, packModel, unpackClassifier, unpackModel } from './package.ts';
import type { PackedClassifier, PackedModel } from './package.ts';
import type { DocumentClassifier, DocumentModel, ModelOperation, OperationKind } from '../model.ts';
import { checkCanCreateModel } from '../models/build-job.ts';
import { modelView } from '../models/view.ts';
import { classifiers, models } from '../store.ts';
import type { Version } from '../versions.ts';

/** What the target account decides. */
export interface TargetDetails {
  id: string;
  createdAt: number;
  description?: string;
  tags: Record<string, string>;
}

/** Stored fields that callers do not see. */
export interface StoredParts {
  artefact: string;
  arrivedWith?: string;
}

/** `Packed` is the part that is sent to the target. */
export interface CopyKind<Thing extends Packed & StoredParts, Packed> {
  /** Absent from records that mean a model. */
  of?: 'classifier';
  /** Part of field names and paths: targetModelId, /documentModels. */
  name: 'Model' | 'Classifier';
  path: '/documentModels/{id}' | '/documentClassifiers/{id}';
  /** Fields of an authorization: the id and the address that the copy will have. */
  targetFields(id: string, location: string): object;
  operation: OperationKind;
  collection: Collection<Thing>;
  /** By base path, the version in which every server that authorizes such a copy accepts its upload. */
  uploadVersions: Readonly<Record<string, string>>;
  checkCanCreate(services: Pick<Ports, 'records'>, account: string, id: string): Promise<unknown>;
  pack(thing: Packed, artifact: Uint8Array): Uint8Array;
  /** The thing and its artifact under the id of the copy, where something in them has the id of the thing. */
  rename?(thing: Packed, artifact: Uint8Array, from: string, to: string): { thing: Packed; artifact: Uint8Array };
  unpack(bytes: Uint8Array): { detail: Packed; artifact: Uint8Array };
  toRecord(detail: Packed, target: TargetDetails, stored: StoredParts): Thing;
  /** What the operation of the source shows as its result. */
  toOperationResult(detail: Packed, target: TargetDetails): Partial<ModelOperation>;
  view(thing: Thing, version: Version): object;
}

function modelAtTarget(
  { version, buildMode, docTypes, expiresAt, classifierId, split }: PackedModel,
  { id, createdAt, description, tags }: TargetDetails,
): Omit<DocumentModel, 'artefact'> {
  return { modelId: id, createdAt, version, buildMode, docTypes, expiresAt, classifierId, split, tags, description };
}

/** A built model has one document type, with the name of the model; those of a composed model have names of their own. */
function renameDocType(model: PackedModel, artifact: Uint8Array, from: string, to: string): { thing: PackedModel; artifact: Uint8Array } {
  const own = Object.hasOwn(model.docTypes, from) ? model.docTypes[from] : undefined;
  if (!own || model.classifierId !== undefined || Object.keys(model.docTypes).length > 1) return { thing: model, artifact };
  const parts = readArtifact(artifact).map(({ docType, learned }) => ({ docType: docType === from ? to : docType, learned }));
  return { thing: { ...model, docTypes: { [to]: own } }, artifact: writeArtifact(parts) };
}

export const MODEL_COPY: CopyKind<DocumentModel, PackedModel> = {
  name: 'Model',
  path: '/documentModels/{id}',
  operation: 'documentModelCopyTo',
  collection: models,
  targetFields: (targetModelId, targetModelLocation) => ({ targetModelId, targetModelLocation }),
  uploadVersions: { documentanalysis: '2024-02-29-preview', formanalysis: '2022-01-30-preview' },
  checkCanCreate: checkCanCreateModel,
  pack: packModel,
  rename: renameDocType,
  unpack: unpackModel,
  toRecord: (detail, target, stored) => ({ ...modelAtTarget(detail, target), ...stored }),
  toOperationResult: (detail, target) => ({ result: modelAtTarget(detail, target) }),
  view: modelView,
};

/** A classifier keeps its description unless the authorization has another. */
function classifierAtTarget(
  { version, docTypes, description: ownDescription, baseClassifierId }: PackedClassifier,
  { id, createdAt, description = ownDescription }: TargetDetails,
): Omit<DocumentClassifier, 'artefact'> {
  return { classifierId: id, createdAt, version, docTypes, description, baseClassifierId };
}

export const CLASSIFIER_COPY: CopyKind<DocumentClassifier, PackedClassifier> = {
  of: 'classifier',
  name: 'Classifier',
  path: '/documentClassifiers/{id}',
  operation: 'documentClassifierCopyTo',
  collection: classifiers,
  targetFields: (targetClassifierId, targetClassifierLocation) => ({ targetClassifierId, targetClassifierLocation }),
  uploadVersions: { documentanalysis: '2024-11-30' },
  checkCanCreate: checkCanCreateClassifier,
  pack: packClassifier,
  unpack: unpackClassifier,
  toRecord: (detail, target, stored) => ({ ...classifierAtTarget(detail, target), ...stored }),
  toOperationResult: (detail, target) => ({ classifier: classifierAtTarget(detail, target) }),
  view: classifierView,
};
