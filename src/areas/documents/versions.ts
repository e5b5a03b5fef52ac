/** What the versions of the interface differ in (versions.json). Code reads this table and never tests for a version by name. */
import type { Mount } from '../../kernel/area.ts';
import table from './versions.json' with { type: 'json' };
import type { FieldType } from '../../engines/documents/fields/field.ts';

export type Feature = 'ocrHighResolution' | 'languages' | 'barcodes' | 'formulas' | 'keyValuePairs' | 'styleFont' | 'queryFields';

/** `extensions` are operations that the vendor does not have: training sets and page images. */
export type OperationGroup = 'classifiers' | 'classifierCopies' | 'batches' | 'outputs' | 'extensions';

export const OUTPUTS = ['pdf', 'figures'] as const;

export interface Version {
  base: '/formanalysis' | '/documentanalysis';
  version: string;
  /** Prebuilt models, general ones first; `office` lists those that read office files and HTML. */
  models: readonly string[];
  office: readonly string[];
  /** Supported values of `features`; when empty, the parameter is ignored. */
  features: readonly Feature[];
  /** Models that always detect languages. */
  languagesOf: readonly string[];
  /** Lists that a result of the version can have. */
  lists: readonly ResultList[];
  /** Field name of the corners of words, lines and regions. */
  corners: 'boundingBox' | 'polygon';
  /** Field name of a language code. */
  language: 'languageCode' | 'locale';
  /**
   * How field values are written: types that become strings, models whose amounts are numbers, the parts of an address, whether amounts
   * have a currency code, and whether lists, and the rows of custom models and tax forms, have nothing but their parts.
   */
  values: {
    strings: readonly FieldType[];
    numbersOf: readonly string[];
    addressParts: readonly string[];
    currencyCode: boolean;
    bareContainers: boolean;
  };
  /** Models without tables, models whose paragraphs have no roles, and whether custom models have no paragraphs. */
  withoutTables: readonly string[];
  withoutRoles: readonly string[];
  customParagraphs: boolean;
  /** Models that always have key-value pairs. */
  keyValuePairsOf: readonly string[];
  /** Whether empty lists of paragraphs and selection marks, and spans of a single row or column, are left out. */
  omitsDefaults: boolean;
  /** Whether pages say what they are pages of. */
  pageKinds: boolean;
  /** Whether the document type of a custom model is written after the id of the model. */
  qualifiedDocTypes: boolean;
  /** Whether the document type of a model that is copied, which has the name of the model, gets the name of the copy. */
  renamesCopies: boolean;
  /** Where the error of a failed operation has its cause. */
  operationCause: 'details' | 'innererror';
  /** What a document type of a prebuilt model has besides its fields. */
  prebuiltType: 'buildMode' | 'description';
  /** Groups of operations that not every version has. */
  operations: readonly OperationGroup[];
  /** The error of a URL that cannot be fetched. */
  unreachable: 'ContentSourceNotAccessible' | 'InvalidContent';
  /** How a classifier splits a file by default. */
  split: 'auto' | 'none';
  /** Whether content can be requested as markdown, and how its tables are written. */
  markdown?: 'pipes' | 'html';
  /** Whether cells, captions and figures refer to their paragraphs, and tables have captions and footnotes. */
  references: boolean;
  /** Outputs that can be requested besides the result. */
  outputs: readonly (typeof OUTPUTS)[number][];
  /** Whether figures have ids. */
  figureIds: boolean;
  /** Fields of a model that not every version has. */
  modelFields: readonly ('expirationDateTime' | 'buildMode' | 'modifiedDateTime')[];
  /** Whether the account info has the quota of neural builds. */
  neuralQuota: boolean;
  /** Whether the location in a copy authorization has the version. */
  versionedLocation: boolean;
}

/** `emptyEntities`: the list of entities of a version whose service no longer finds any. */
export type ResultList = 'paragraphs' | 'entities' | 'emptyEntities' | 'barcodes' | 'figures' | 'sections';

type VersionTable = Readonly<Record<string, Partial<Omit<Version, 'values'>> & { like?: string; values?: Partial<Version['values']> }>>;

/** A version with what it shares with the version that it is like. */
function readVersion(name: string): Version {
  const { like, ...own } = (table as VersionTable)[name]!;
  if (like === undefined) return { ...(own as Version), version: name };
  const shared = readVersion(like);
  return { ...shared, ...own, values: { ...shared.values, ...own.values }, version: name };
}

const isBeforeDates = (name: string): boolean => name.startsWith('v');

/** The versions of the interface first, then others that clients send: previews, which are answered like the version that followed. */
export const VERSIONS: readonly Version[] = Object.keys(table)
  .filter((name) => !isBeforeDates(name))
  .map(readVersion);

/** Versions before the dated ones: their operations and results are in v2/. Nothing of them is seen in other versions. */
export const FORM_VERSIONS: readonly Version[] = Object.keys(table).filter(isBeforeDates).map(readVersion);

/** The versions that have a group of operations. */
export function versionsWith(group: OperationGroup): string[] {
  return VERSIONS.filter(({ operations }) => operations.includes(group)).map(({ version }) => version);
}

export const MOUNTS: readonly Mount[] = VERSIONS.map(({ base, version }) => ({ base, version, marker: 'query' }));

const BY_NAME: ReadonlyMap<string, Version> = new Map([...VERSIONS, ...FORM_VERSIONS].map((version) => [version.version, version]));
const PREBUILT_MODELS: ReadonlySet<string> = new Set(VERSIONS.flatMap(({ models }) => models));

export function getVersion(name: string): Version {
  return BY_NAME.get(name)!;
}

export function isFormVersion(name: string): boolean {
  return FORM_VERSIONS.some(({ version }) => version === name);
}

/** Whether every account has the model, in some version. */
export function isPrebuilt(modelId: string): boolean {
  return PREBUILT_MODELS.has(modelId);
}
