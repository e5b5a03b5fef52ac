/** Document models, analyses of documents, operations on models, and the authorizations to copy one here. Types and rules only. */
export const MODEL_ID_PATTERN = '^[a-zA-Z0-9][a-zA-Z0-9._~-]{1,63}$';

const PREBUILT_PREFIX = 'prebuilt-';

export const READ_MODEL = 'prebuilt-read';
export const LAYOUT_MODEL = 'prebuilt-layout';
export const GENERAL_DOCUMENT_MODEL = 'prebuilt-document';
/** Its licenses may have a barcode with all their values. */
export const ID_MODEL = 'prebuilt-idDocument';

/** Names that a custom model cannot have. */
export function isReserved(modelId: string): boolean {
  return modelId.startsWith(PREBUILT_PREFIX);
}

export const BUILD_MODES = ['template', 'neural'] as const;
export type BuildMode = (typeof BUILD_MODES)[number];

export const FIELD_TYPES = [
  'string',
  'date',
  'time',
  'phoneNumber',
  'number',
  'integer',
  'selectionMark',
  'countryRegion',
  'signature',
  'array',
  'object',
  'currency',
  'address',
  'boolean',
  'selectionGroup',
] as const;

export interface FieldSchema {
  type: (typeof FIELD_TYPES)[number];
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
  /** Of a composed model whose document types have names of their own: the component. */
  modelId?: string;
  /** Of a model composed with a classifier: when and how documents of the type are analyzed. */
  confidenceThreshold?: number;
  features?: readonly string[];
  queryFields?: readonly string[];
  maxDocumentsToAnalyze?: number;
}

/** A custom model: what callers see, and the blob of its trained data. */
export interface DocumentModel {
  modelId: string;
  createdAt: number;
  /** The version of the interface in which it was created. */
  version: string;
  description?: string;
  tags: Record<string, string>;
  buildMode?: BuildMode;
  docTypes: Record<string, DocType>;
  /** Of a composed model, as its author named them. */
  classifierId?: string;
  split?: (typeof SPLIT_MODES)[number];
  expiresAt?: number;
  artefact: string;
  /** For a copied model, the key of its authorization: a repeated upload of the same copy is accepted. */
  arrivedWith?: string;
}

export const MAX_MODELS = 500;

/** How long results and records of operations are retained, and how long work may wait to be started. */
export const RETENTION_MS = 24 * 3600_000;
export const MAX_WAIT_MS = 7 * 24 * 3600_000;

/** An error as the interface writes it in a record. */
export interface RecordedError {
  code: string;
  message: string;
  innererror?: { code: string; message: string };
}

/** Work that a caller polls. `ended` is its outcome; until then its job has the status. */
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
  /** Add-on features that the caller requests. */
  features: readonly string[];
  /** Names of fields that the caller asks for besides those of the model. */
  queryFields?: readonly string[];
  /** Outputs besides the result. */
  outputs?: readonly ('pdf' | 'figures')[];
  /** In versions 2: whether the result has lines and references to them, and whether lines are sorted from top to bottom. */
  textDetails?: boolean;
  sortLines?: boolean;
}

/** What an analysis looks for in a document. */
export interface AnalysisPlan {
  layout: { tables: boolean; marks: boolean; figures: boolean; keyValuePairs: boolean };
  languages: boolean;
  barcodes: boolean;
  /** Whether pages have a list of formulas; it is empty, because no engine reads them. */
  formulas: boolean;
  /** Small print on large pages. */
  highResolution: boolean;
  fonts: boolean;
  entities: boolean;
}

export const SPLIT_MODES = ['auto', 'none', 'perPage'] as const;

/** The analysis of a document. */
export interface Analysis extends Work {
  /** For a classification, `modelId` is the id of the classifier. */
  classifier?: { split: (typeof SPLIT_MODES)[number] };
  modelId: string;
  options: AnalysisOptions;
  /** Whether the document is kept as long as the result, so that its pages can be shown. */
  keepDocument?: boolean;
  /** The blob of the document, until it is analyzed or, when it is kept, until the record is deleted. */
  document?: string;
  /** The blob of the result. */
  result?: string;
  /** The blobs of outputs; those of figures by their ids. */
  pdf?: string;
  figures?: Record<string, string>;
}

/** Documents of a container that are analyzed one after the other; results are written to a container. */
export interface Batch extends Work {
  resultId: string;
  modelId: string;
  options: AnalysisOptions;
  /** Removed when the batch completes. */
  source?: ContainerFiles;
  target?: { sealedUrl: string; prefix: string; overwrite: boolean };
  /** The current job: each job analyzes some of the documents and enqueues the next. */
  jobId: string;
  /** The number of documents, once it is known, and how many of them are done. */
  total?: number;
  done: number;
  /** The blob with the outcome of each document. */
  result?: string;
}

/** A document of a batch that is not completed. */
export interface BatchFile {
  name: string;
  resultName: string;
  status: 'notStarted' | 'succeeded' | 'failed' | 'skipped';
  error?: RecordedError;
  expiresAt: number;
}

export const MAX_BATCH_FILES = 10_000;
export const MAX_OPEN_BATCHES = 100;
export const MAX_BATCH_MS = 30 * 24 * 3600_000;

export type OperationKind =
  | 'documentModelBuild'
  | 'documentModelCompose'
  | 'documentModelCopyTo'
  | 'documentClassifierBuild'
  | 'documentClassifierCopyTo';

/** Files in a container. The URL is sealed since it may have a signature. */
export interface ContainerFiles {
  sealedUrl: string;
  prefix?: string;
  fileList?: string;
}

/** The source of training files: a container, an uploaded archive, or a training set. */
export type TrainingSource = ContainerFiles | { archive: string } | { trainingSet: string };

/** Training files that are stored here while people label them: the set, and each file. */
export interface TrainingSet {
  setId: string;
  createdAt: number;
  updatedAt: number;
  files: number;
  bytes: number;
  /** Results that were corrected since the model was last built because of them, and before that. */
  corrections?: Corrections | undefined;
  previousCorrections?: Corrections | undefined;
  /** Builds the model again after a number of corrected results. */
  retraining?: { modelId: string; buildMode: BuildMode; after: number } | undefined;
}
/** How often each field of the results was right, and corrected. */
interface Corrections {
  forms: number;
  fields: Record<string, { right: number; corrected: number }>;
}
export interface TrainingSetFile {
  name: string;
  size: number;
  updatedAt: number;
  blob: string;
}

export const MAX_TRAINING_SETS = 500;
/** The limits of archives and builds. */
export const MAX_SET_FILES = 10_000;
export const MAX_SET_BYTES = 2 ** 30;

/** A model that is being built. */
export interface ModelBuild {
  modelId: string;
  description?: string;
  buildMode: BuildMode;
  source: TrainingSource;
  /** Whether the model replaces one of the same name. */
  overwrite?: boolean;
}

/** The source of the documents of a type when the classifier was built, without signatures. */
export type DocTypeSource = { containerUrl: string; prefix?: string; fileList?: string } | { trainingSetId: string };

export interface DocumentClassifier {
  classifierId: string;
  createdAt: number;
  version: string;
  description?: string;
  /** The classifier that it extends. */
  baseClassifierId?: string;
  docTypes: Record<string, DocTypeSource>;
  artefact: string;
  /** See `DocumentModel.arrivedWith`. */
  arrivedWith?: string;
}

/** `told` (a stored name) is the source as callers see it. */
export interface ClassifierBuild {
  classifierId: string;
  description?: string;
  baseClassifierId?: string;
  overwrite?: boolean;
  docTypes: Record<string, { told: DocTypeSource; source: TrainingSource }>;
}

/** A build, composition or copy of a model or classifier. */
export interface ModelOperation extends Work {
  kind: OperationKind;
  /** The address of the resulting model, which the polling caller can read. */
  resourceLocation: string;
  tags: Record<string, string>;
  /** A copy of a model unless `of` says otherwise; the target's model id and location are then those of the classifier. */
  copy?: {
    of?: 'classifier';
    source: string;
    targetResourceId: string;
    targetModelId: string;
    targetModelLocation: string;
    sealedToken: string;
  };
  build?: ModelBuild;
  classifierBuild?: ClassifierBuild;
  classifier?: Omit<DocumentClassifier, 'artefact' | 'arrivedWith'>;
  /** The resulting model, without the fields that callers do not see. */
  result?: Omit<DocumentModel, 'artefact' | 'arrivedWith'>;
}

/** Allows the copy job of another account to upload a model or classifier. */
export interface CopyAuthorization {
  /** For a model unless set; `form` is a model of versions 2. */
  of?: 'classifier' | 'form';
  modelId: string;
  description?: string;
  tags: Record<string, string>;
  expiresAt: number;
}

export const COPY_AUTHORIZATION_MS = 24 * 3600_000;
