/** Models of versions 2: a model exists from the call that trains it, and is first created, then ready or invalid. Types and rules only. */
import type { ContainerFiles } from '../model.ts';

/** An error as versions 2 write it. */
export interface FormError {
  code: string;
  message: string;
}

export interface TrainingDocument {
  documentName: string;
  pages: number;
  status: 'succeeded' | 'failed';
  errors: FormError[];
}

export interface TrainResult {
  /** Of a component of a composed model. */
  modelId?: string;
  trainingDocuments: TrainingDocument[];
  /** Trained with labels. */
  fields?: { fieldName: string; accuracy: number }[];
  averageModelAccuracy?: number;
  /** Trained without labels: captions by cluster of pages. */
  keys?: Record<string, string[]>;
}

export interface FormModel {
  modelId: string;
  version: string;
  createdAt: number;
  updatedAt: number;
  modelName?: string;
  kind: 'labelled' | 'unlabelled' | 'composed';
  /** The training files, until it is trained; the id of the job is that of the model. */
  training?: ContainerFiles & { includeSubFolders: boolean };
  /** Authorized to be copied here, until it arrives or the authorization expires. */
  isArriving?: boolean;
  expiresAt?: number;
  /** One of a trained model, several of a composed one. */
  results: TrainResult[];
  errors: FormError[];
  /** The blob of the trained data; none of an invalid model. */
  artefact?: string;
  /** See `DocumentModel.arrivedWith`. */
  arrivedWith?: string;
}

/** The copy of a model to another account. */
export interface FormCopy {
  source: string;
  version: string;
  createdAt: number;
  targetModelId: string;
  /** Until the copy completes. */
  target?: { resourceId: string; location: string; sealedToken: string };
  ended?: { at: number; errors: FormError[] };
  expiresAt: number;
}

export const MAX_COMPONENTS = 100;
export const MAX_NAME_LENGTH = 1024;

/** The documents of a composed model have the type of the component that found them. */
export function formDocType({ kind, modelName, modelId }: FormModel): string | undefined {
  return kind === 'composed' ? undefined : `custom:${modelName ?? modelId}`;
}
