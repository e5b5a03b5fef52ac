/** Document models, analyses of documents, operations on models, and the authorizations to copy one here. Types and rules only. */
export const MODEL_ID_PATTERN = '^[a-zA-Z0-9][a-zA-Z0-9._~-]{1,63}$';

const PREBUILT_PREFIX = 'prebuilt-';

export const READ_MODEL = 'prebuilt-read';
export const LAYOUT_MODEL = 'prebuilt-layout';
export const GENERAL_DOCUMENT_MODEL = 'prebuilt-document';

/** Names that a custom model cannot have. */
export function isReserved(modelId: string): boolean {
  return modelId.startsWith(PREBUILT_PREFIX);
}

export const BUILD_MODES = ['template', 'neural'] as const;
export type BuildMode = typeof BUILD_MODES[number];

export const FIELD_TYPES = [
  'string', 'date', 'time', 'phoneNumber', 'number', 'integer', 'selectionMark', 'countryRegion', 'signature', 'array', 'object', 'currency', 'address', 'boolean', 'selectionGroup',
] as const;

export interface FieldSchema {
  type: typeof FIELD_TYPES[number];
  description?: string;
  example?: string;
  items?: FieldSchema;
  properties?: Record<string, FieldSchema>;
}

export interface DocType {
  description?: string;
  buildMode?: BuildMode;
  fieldSchema: Record<string, FieldSchema>;
  fieldConfidence?: Record<string, number>;
}

/** A custom model: what callers see of it, and the blob of what was learned. */
export interface DocumentModel {
  modelId: string;
  createdAt: number;
  /** The version of the interface in which it was made. */
  version: string;
  description?: string;
  tags: Record<string, string>;
  buildMode?: BuildMode;
  docTypes: Record<string, DocType>;
  expiresAt?: number;
  artefact: string;
  /** Of a copied model, the key of the authorization it came with: the same copy that arrives again is answered again. */
  arrivedWith?: string;
}

export const MAX_MODELS = 500;

/** How results and the records of operations are kept, and how long work may wait to be begun. */
export const RETENTION_MS = 24 * 3600_000;
export const MAX_WAIT_MS = 7 * 24 * 3600_000;

/** An error as the interface writes it in a record. */
export interface RecordedError { code: string; message: string; innererror?: { code: string; message: string } }

/** Work that a caller polls: how it ended, once it has. Until then its job says how it stands. */
export interface Work {
  version: string;
  createdAt: number;
  ended?: { at: number; error?: RecordedError };
  expiresAt: number;
}

export interface AnalysisOptions {
  pages?: string;
  locale?: string;
  stringIndexType: 'textElements' | 'unicodeCodePoint' | 'utf16CodeUnit';
  format: 'text' | 'markdown';
  /** What is told beyond what the model and version tell of themselves. */
  features: readonly string[];
  /** What is made of the document beside the result. */
  outputs?: readonly ('pdf' | 'figures')[];
}

/** What an analysis looks for in a document. */
export interface AnalysisPlan {
  layout: { tables: boolean; marks: boolean; figures: boolean; keyValuePairs: boolean };
  languages: boolean;
  barcodes: boolean;
  /** Small print on large pages. */
  highResolution: boolean;
  fonts: boolean;
  entities: boolean;
}

export const SPLIT_MODES = ['auto', 'none', 'perPage'] as const;

/** A document that is, or was, analysed. */
export interface Analysis extends Work {
  /** Where a classifier is asked in place of a model, `modelId` is its id. */
  classifier?: { split: typeof SPLIT_MODES[number] };
  modelId: string;
  options: AnalysisOptions;
  /** Whether the document is kept as long as the result is: for those who show its pages. */
  keepDocument?: boolean;
  /** The blob of the document, until it is analysed or, where it is kept, until the record goes. */
  document?: string;
  /** The blob of the result, once it is. */
  result?: string;
  /** The blobs of what was made beside it; those of figures by their ids. */
  pdf?: string;
  figures?: Record<string, string>;
}

/** Documents of a container that are analysed one after the other, the results of which are written to another. */
export interface Batch extends Work {
  resultId: string;
  modelId: string;
  options: AnalysisOptions;
  /** Until it has ended. */
  source?: ContainerFiles;
  target?: { sealedUrl: string; prefix: string; overwrite: boolean };
  /** The job that is at it now: each does some of the documents, and is followed by the next. */
  jobId: string;
  /** How many documents there are, once that is known, and how many of them have been looked at. */
  total?: number;
  done: number;
  /** The blob of what became of each, once it has ended. */
  result?: string;
}

/** A document of a batch, until the batch has ended. */
export interface BatchFile {
  name: string;
  resultName: string;
  status: 'notStarted' | 'succeeded' | 'failed' | 'skipped';
  error?: RecordedError;
  expiresAt: number;
}

export const MAX_BATCH_FILES = 10_000;
export const MAX_OPEN_BATCHES = 100;
/** How long one may take. */
export const MAX_BATCH_MS = 30 * 24 * 3600_000;

export type OperationKind = 'documentModelBuild' | 'documentModelCompose' | 'documentModelCopyTo' | 'documentClassifierBuild' | 'documentClassifierCopyTo';

/** Files in a container, whose address is sealed since it may carry a signature. */
export interface ContainerFiles { sealedUrl: string; prefix?: string; fileList?: string }

/** Where training files lie: in a container, an archive that was sent, or a training set. */
export type TrainingSource = ContainerFiles | { archive: string } | { trainingSet: string };

/** Training files that are kept here while people label: the set, and each file of it. */
export interface TrainingSet { setId: string; createdAt: number; updatedAt: number; files: number; bytes: number }
export interface TrainingSetFile { name: string; size: number; updatedAt: number; blob: string }

export const MAX_TRAINING_SETS = 500;
/** As many as an archive may have, and as much as a build may take. */
export const MAX_SET_FILES = 10_000;
export const MAX_SET_BYTES = 2 ** 30;

/** A model that is being built, until it is. */
export interface ModelBuild { modelId: string; description?: string; buildMode: BuildMode; source: TrainingSource }

/** Where the documents of a type lay when a classifier was built, as far as it can be told. */
export type DocTypeSource = { containerUrl: string; prefix?: string; fileList?: string } | { trainingSetId: string };

export interface DocumentClassifier {
  classifierId: string;
  createdAt: number;
  version: string;
  description?: string;
  docTypes: Record<string, DocTypeSource>;
  artefact: string;
  /** As that of a model. */
  arrivedWith?: string;
}

export interface ClassifierBuild { classifierId: string; description?: string; docTypes: Record<string, { told: DocTypeSource; source: TrainingSource }> }

/** Something done to a model. */
export interface ModelOperation extends Work {
  kind: OperationKind;
  /** The address of the model that comes of it, where the caller who polls can read it. */
  resourceLocation: string;
  tags: Record<string, string>;
  /** Of a model, unless it says otherwise; the target's id and location are those of what is copied. */
  copy?: { of?: 'classifier'; source: string; targetResourceId: string; targetModelId: string; targetModelLocation: string; sealedToken: string };
  build?: ModelBuild;
  classifierBuild?: ClassifierBuild;
  classifier?: Omit<DocumentClassifier, 'artefact' | 'arrivedWith'>;
  /** The model that came of it, less what the target keeps for itself. */
  result?: Omit<DocumentModel, 'artefact' | 'arrivedWith'>;
}

/** Waits for the copy job of another resource to present its token. */
export interface CopyAuthorization {
  /** Of a model, unless it says otherwise. */
  of?: 'classifier';
  modelId: string;
  description?: string;
  tags: Record<string, string>;
  expiresAt: number;
}

export const COPY_AUTHORIZATION_MS = 24 * 3600_000;
