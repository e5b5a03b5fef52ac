/** What each of the two language areas defines for its projects; everything else is shared. */
import type { TSchema } from 'typebox';
import type { Ports } from '../../../kernel/ports.ts';
import type { ProjectOptions } from './schemas.ts';
import type { EvaluationOptions, FamilyName, Project, TrainedModel, TrainingMode } from './model.ts';

/** The input of the training thread. */
export interface TrainingInput<Assets, Gathered> {
  project: Pick<Project, 'kind' | 'language' | 'multilingual'>;
  assets: Assets;
  mode?: TrainingMode;
  options: EvaluationOptions;
  /** What `Family.gather` returned, such as the texts of documents. */
  gathered: Gathered;
}

/** The result of the training thread. */
export interface Trained {
  learned: Uint8Array;
  /** In the published shapes: the summary, and one result for each test text. */
  evaluation: { summary: object; results: readonly object[] };
  facts?: TrainedModel['facts'];
}

/** One item of a file in another format, and what it was converted to. */
export interface ImportedItem {
  what: string;
  from: string;
  to?: string;
  why?: string;
}
export interface ImportReport {
  kept: readonly ImportedItem[];
  changed: readonly ImportedItem[];
  dropped: readonly ImportedItem[];
}

/** A parsed import. Its assets are validated for the kind of project that they are imported into. */
export interface ReadImport<Assets> {
  metadata: ProjectOptions;
  assetsFor(kind: string): Assets;
  /** The project name in the file, for formats without metadata. */
  name?: string;
  /** What was kept, changed and dropped, for files in another format. */
  report?: ImportReport;
}

/** A kind of project and its name in the oldest version. */
export interface Kind {
  name: string;
  former: string;
}

/** The part of a family that does not depend on its assets. */
export interface FamilyInfo {
  readonly name: FamilyName;
  readonly kinds: readonly Kind[];
  /** The name of the field `projectKind` in the oldest version. */
  readonly formerKindField: string;
  /** What the labeled items are called in messages. */
  readonly labeled: string;
  /** The body of an import. */
  readonly exported: TSchema;
  /** A module whose `train` takes a `TrainingInput` with a port for its progress, and returns `Trained`. */
  readonly trainingModule: URL;
}

/** `Assets` is what a project stores: the newest wire form, offsets in UTF-16. */
export interface Family<Assets extends object> extends FamilyInfo {
  /** Parses an imported project of any version, in the format that the call names; rejects what cannot be stored. */
  readImport(body: unknown, format: string | undefined): ReadImport<Assets>;
  /** The assets of a new project. */
  emptyAssets(kind: string): Assets;
  /** The project as a file, in the form of a version or in the requested format; offsets in the given unit. */
  writeExport(project: Project, assets: Assets, version: string, format: string | undefined, stringIndexType: string): object;
  /** The labeled texts, as far as the assets contain them. */
  textsIn(assets: Assets): Iterable<string>;
  /** Whether there is anything to train on. */
  isTrainable(assets: Assets, options: EvaluationOptions): boolean;
  /** Reads training input that is stored elsewhere; throws `JobProblem` where it cannot. */
  gather(assets: Assets, project: Project, account: string, services: Ports, signal: AbortSignal): Promise<unknown>;
  /** Evaluation results with their offsets in the requested unit. */
  writeResults(results: readonly object[], stringIndexType: string): readonly object[];
}

/** Fails a job; the message is shown to the author. */
export class JobProblem extends Error {
  readonly code: 'notFound' | 'invalidOperation';

  constructor(code: JobProblem['code'], message: string) {
    super(message);
    this.name = 'JobProblem';
    this.code = code;
  }
}
