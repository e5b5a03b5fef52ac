/** What a language area says of its projects; the rest of their life is the same for both. */
import type { TSchema } from 'typebox';
import type { Services } from '../../../kernel/ports.ts';
import type { ProjectOptions } from './schemas.ts';
import type { EvaluationOptions, FamilyName, Project, TrainedModel, TrainingMode } from './model.ts';

/** Assets as they are stored: the newest wire form, offsets in UTF-16. */
export type Assets = Readonly<Record<string, unknown>>;

/** What the training thread is given, together with what the family makes ready. */
export interface TrainingInput {
  project: Pick<Project, 'kind' | 'language' | 'multilingual'>;
  assets: Assets;
  mode?: TrainingMode;
  options: EvaluationOptions;
  /** What the family gathered for it, such as texts of documents. */
  gathered: unknown;
}

/** What it answers. */
export interface Trained {
  learned: Uint8Array;
  /** In the published shapes: the summary, and one result for each test text. */
  evaluation: { summary: object; results: readonly object[] };
  facts?: TrainedModel['facts'];
}

/** Something of a file that is written in another form, and what becomes of it. */
export interface ImportedItem { what: string; from: string; to?: string; why?: string }
export interface ImportReport { kept: readonly ImportedItem[]; changed: readonly ImportedItem[]; dropped: readonly ImportedItem[] }

/** An imported project: its assets are read for the kind that it becomes. */
export interface ReadImport {
  metadata: ProjectOptions;
  assetsFor(kind: string): Assets;
  /** What the file calls itself, where its metadata do not say. */
  name?: string;
  /** What became of everything, where the file is of another form. */
  report?: ImportReport;
}

/** A kind of project and the name that the oldest version has for it. */
export interface Kind { name: string; former: string }

export interface Family {
  readonly name: FamilyName;
  readonly kinds: readonly Kind[];
  /** The field of that name in the oldest version. */
  readonly formerKindField: string;
  /** What the labelled things are called in messages. */
  readonly labelled: string;
  /** The body of an import. */
  readonly exported: TSchema;
  /** Reads an imported project, whatever version wrote it, and in the format that the call names; refuses what cannot be kept. */
  readImport(body: unknown, format: string | undefined): ReadImport;
  /** The assets of a new project. */
  emptyAssets(kind: string): Assets;
  /** The project as a file, in the form of a version, or in the format that the call names; offsets in the unit that is named. */
  writeExport(project: Project, assets: Assets, version: string, format: string | undefined, stringIndexType: string): object;
  /** The texts that it is taught, as far as they are in the assets. */
  textsIn(assets: Assets): Iterable<string>;
  /** Whether there is something to train on. */
  isTrainable(assets: Assets, options: EvaluationOptions): boolean;
  /** Reads what training needs from elsewhere; problems are those of the job. */
  gather(assets: Assets, project: Project, account: string, services: Services, signal: AbortSignal): Promise<unknown>;
  /** A module whose `train` takes a `TrainingInput` with a port for its progress, and answers `Trained`. */
  readonly trainingModule: URL;
  /** Evaluation results with their offsets in the unit asked for. */
  writeResults(results: readonly object[], stringIndexType: string): readonly object[];
}

/** A project that a job cannot go on with; its message is for the author. */
export class JobProblem extends Error {
  readonly code: 'notFound' | 'invalidOperation';

  constructor(code: JobProblem['code'], message: string) {
    super(message);
    this.name = 'JobProblem';
    this.code = code;
  }
}
