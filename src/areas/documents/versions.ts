/** What the versions of the interface differ in. Code reads this table and never tests for a version by name. */
import type { Mount } from '../../kernel/area.ts';
import { GENERAL_DOCUMENT_MODEL, LAYOUT_MODEL, READ_MODEL } from './model.ts';
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

const ADD_ONS: readonly Feature[] = ['ocrHighResolution', 'languages', 'barcodes', 'formulas', 'keyValuePairs', 'styleFont'];
const GENERAL = [READ_MODEL, LAYOUT_MODEL, GENERAL_DOCUMENT_MODEL];
/** Field models of all versions, those added later, and the one that was removed. */
const INVOICE = 'prebuilt-invoice';
const RECEIPT = 'prebuilt-receipt';
const FIELD_MODELS = ['prebuilt-idDocument', INVOICE, RECEIPT, 'prebuilt-tax.us.w2'];
const INSURANCE = 'prebuilt-healthInsuranceCard.us';
const LATER_FIELD_MODELS = [INSURANCE, 'prebuilt-contract', 'prebuilt-tax.us.1098', 'prebuilt-tax.us.1098E', 'prebuilt-tax.us.1098T'];
const BUSINESS_CARD = 'prebuilt-businessCard';

const ADDRESS_PARTS = [
  'houseNumber',
  'poBox',
  'road',
  'city',
  'state',
  'postalCode',
  'countryRegion',
  'streetAddress',
  'unit',
  'cityDistrict',
  'stateDistrict',
  'suburb',
  'house',
  'level',
];
const ALL_VALUES: Version['values'] = {
  strings: [],
  numbersOf: [],
  addressParts: ADDRESS_PARTS,
  currencyCode: true,
  bareContainers: false,
};
const FORM_VALUES: Version['values'] = { ...ALL_VALUES, numbersOf: [RECEIPT], bareContainers: true };

const form = {
  base: '/formanalysis',
  models: [...GENERAL, BUSINESS_CARD, ...FIELD_MODELS],
  values: FORM_VALUES,
  withoutTables: ['prebuilt-idDocument', RECEIPT, 'prebuilt-tax.us.w2', BUSINESS_CARD, INSURANCE],
  withoutRoles: [READ_MODEL, RECEIPT],
  customParagraphs: true,
  keyValuePairsOf: [GENERAL_DOCUMENT_MODEL],
  omitsDefaults: true,
  pageKinds: false,
  qualifiedDocTypes: true,
  renamesCopies: false,
  operationCause: 'details',
  prebuiltType: 'buildMode',
  operations: [],
  unreachable: 'ContentSourceNotAccessible',
  office: [],
  features: [],
  languagesOf: [READ_MODEL],
  lists: ['paragraphs'],
  corners: 'polygon',
  language: 'locale',
  split: 'auto',
  references: false,
  outputs: [],
  figureIds: false,
  modelFields: [],
  neuralQuota: false,
  versionedLocation: true,
} as const satisfies Omit<Version, 'version'>;

const document = {
  base: '/documentanalysis',
  models: [READ_MODEL, LAYOUT_MODEL, ...FIELD_MODELS, ...LATER_FIELD_MODELS],
  values: ALL_VALUES,
  withoutTables: [],
  withoutRoles: [],
  customParagraphs: true,
  keyValuePairsOf: [],
  omitsDefaults: false,
  pageKinds: false,
  qualifiedDocTypes: false,
  renamesCopies: false,
  operationCause: 'innererror',
  prebuiltType: 'description',
  operations: ['classifiers', 'extensions'],
  unreachable: 'ContentSourceNotAccessible',
  office: [READ_MODEL, LAYOUT_MODEL],
  features: [...ADD_ONS, 'queryFields'],
  languagesOf: [],
  lists: ['paragraphs', 'barcodes', 'figures', 'sections'],
  corners: 'polygon',
  language: 'locale',
  split: 'auto',
  markdown: 'pipes',
  references: true,
  outputs: [],
  figureIds: false,
  modelFields: ['expirationDateTime', 'buildMode'],
  neuralQuota: true,
  versionedLocation: false,
} as const satisfies Omit<Version, 'version'>;

const august2022: Version = {
  ...form,
  version: '2022-08-31',
  models: [...form.models, INSURANCE],
  office: [READ_MODEL],
  values: { ...FORM_VALUES, strings: ['boolean'], currencyCode: false },
  lists: ['paragraphs', 'emptyEntities'],
  customParagraphs: false,
  keyValuePairsOf: [GENERAL_DOCUMENT_MODEL, INVOICE],
  pageKinds: true,
  unreachable: 'InvalidContent',
};

const july2023: Version = {
  ...form,
  version: '2023-07-31',
  models: [...form.models, ...LATER_FIELD_MODELS],
  office: [READ_MODEL],
  features: ADD_ONS,
  languagesOf: [],
  lists: ['paragraphs', 'barcodes'],
  modelFields: ['expirationDateTime'],
  neuralQuota: true,
  operations: ['classifiers'],
};

const november2024: Version = {
  ...document,
  version: '2024-11-30',
  renamesCopies: true,
  split: 'none',
  markdown: 'html',
  outputs: OUTPUTS,
  figureIds: true,
  modelFields: ['expirationDateTime', 'buildMode', 'modifiedDateTime'],
  neuralQuota: false,
  operations: [...document.operations, 'classifierCopies', 'batches', 'outputs'],
};

/** The versions of the interface first, then others that clients send. */
export const VERSIONS: readonly Version[] = [
  { ...document, version: '2024-02-29-preview' },
  {
    ...form,
    version: '2022-01-30-preview',
    corners: 'boundingBox',
    language: 'languageCode',
    lists: ['entities'],
    values: { ...FORM_VALUES, strings: ['address', 'boolean'], addressParts: [], currencyCode: false },
    omitsDefaults: false,
    qualifiedDocTypes: false,
  },
  november2024,
  august2022,
  july2023,
  // Previews that released clients send: they are answered like the version that followed.
  { ...august2022, version: '2022-06-30-preview' },
  { ...july2023, version: '2023-02-28-preview' },
  { ...document, version: '2023-10-31-preview' },
  { ...november2024, version: '2024-07-31-preview' },
];

/** Versions before the dated ones: their operations and results are in v2/. Nothing of them is seen in other versions. */
export const FORM_VERSIONS: readonly Version[] = ['v2.1', 'v2.0'].map((version) => ({
  ...form,
  version,
  unreachable: 'ContentSourceNotAccessible',
}));

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
