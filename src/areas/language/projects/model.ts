/** What projects are made of. Times are epoch milliseconds. */

/** The two areas whose things are projects. */
export type FamilyName = 'conversations' | 'texts';

export interface ProjectSettings { confidenceThreshold?: number }

/** An account that deployments may be given to: its address as it was sent, and as the management plane has it, in lower case. */
export interface Resource { id: string; account: string; region: string }

export interface Project {
  /** Of this project under this name: what it owns is kept under it. */
  uid: string;
  name: string;
  kind: string;
  language: string;
  multilingual: boolean;
  description?: string;
  settings: ProjectSettings;
  /** The container of the account's linked storage that holds the documents. */
  container?: string;
  createdAt: number;
  modifiedAt: number;
  /** The blob of its assets. */
  assets: string;
  resources: Resource[];
}

export interface Span { startedAt: number; endedAt: number }

export interface EvaluationOptions { kind: 'percentage' | 'manual'; training: number; testing: number }

export interface TrainedModel {
  label: string;
  id: string;
  trainedAt: number;
  mode?: TrainingMode;
  options: EvaluationOptions;
  training: Span;
  evaluation: Span;
  deployment?: Span;
  /** Blobs: what was learned, what it was learned from, how well it does. */
  learned: string;
  snapshot: string;
  evaluated: string;
  /** What the family must know to answer with it, beside what was learned. */
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
  /** The accounts it was given to; none means the project's own only. */
  resources: Resource[];
}

/** The version of the way of training; there is one. */
export const CONFIG_VERSION = '2022-09-01';
/** Models and deployments do not expire here, and the wire wants a date. */
export const NEVER = '9999-12-31';
/** Stands in paths where a project's name could. */
export const RESERVED_NAME = 'global';
export const PROJECT_NAME = '^[^/?#%\\\\\\u0000-\\u001f]{1,100}$';
/** Names of models and deployments. */
export const PART_NAME = '^[^/?#%\\\\\\u0000-\\u001f]{1,128}$';

/** A model's id: version, time and a guid, so that no two trainings share one. */
export function modelId(at: number, guid: string): string {
  return `${CONFIG_VERSION}-${new Date(at).toISOString().replace(/[-:]|\.\d+Z/g, '')}-${guid}`;
}
