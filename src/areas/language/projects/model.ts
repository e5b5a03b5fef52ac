/** Stored types of projects. Times are epoch milliseconds. */

/** The two areas that have projects. */
export type FamilyName = 'conversations' | 'texts';

export interface ProjectSettings {
  confidenceThreshold?: number;
  /** Training learns from logged queries too. */
  learnFromQueries?: boolean;
}

/** An account that deployments can be assigned to, with its resource id as it was sent. Version 0.1.0 stored no account id. */
export interface Resource {
  id: string;
  accountId?: string;
  region: string;
}

export interface Project {
  /** Unique to this project, even among projects that had the same name; everything it owns is stored under it. */
  uid: string;
  name: string;
  kind: string;
  language: string;
  multilingual: boolean;
  description?: string;
  settings: ProjectSettings;
  /** The container of the account's linked storage with its documents. */
  container?: string;
  createdAt: number;
  modifiedAt: number;
  /** The blob of its assets. */
  assets: string;
  resources: Resource[];
}

export interface Span {
  startedAt: number;
  endedAt: number;
}

export interface EvaluationOptions {
  kind: 'percentage' | 'manual';
  training: number;
  testing: number;
}

export interface TrainedModel {
  label: string;
  id: string;
  trainedAt: number;
  mode?: TrainingMode;
  options: EvaluationOptions;
  training: Span;
  evaluation: Span;
  deployment?: Span;
  /** Blobs: the trained weights, the assets it was trained on, its evaluation. */
  learned: string;
  snapshot: string;
  evaluated: string;
  /** What the family needs to predict with it, besides the weights. */
  facts?: unknown;
}

export type TrainingMode = 'standard' | 'advanced';

export interface Deployment {
  name: string;
  label: string;
  modelId: string;
  trainedAt: number;
  deployedAt: number;
  learned: string;
  facts?: unknown;
  /** The accounts it is assigned to, besides the project's own. */
  resources: Resource[];
}

/** The only training configuration version. */
export const CONFIG_VERSION = '2022-09-01';
/** Models and deployments do not expire, but the wire requires a date. */
export const NEVER = '9999-12-31';
/** Used in paths in place of a project name. */
export const RESERVED_NAME = 'global';
export const PROJECT_NAME = '^[^/?#%\\\\\\u0000-\\u001f]{1,100}$';
/** Names of models and deployments. */
export const PART_NAME = '^[^/?#%\\\\\\u0000-\\u001f]{1,128}$';

/** Version, time and a guid, so that every training gets a new id. */
export function modelId(at: number, guid: string): string {
  return `${CONFIG_VERSION}-${new Date(at).toISOString().replace(/[-:]|\.\d+Z/g, '')}-${guid}`;
}
