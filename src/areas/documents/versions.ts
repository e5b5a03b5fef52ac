/** What the versions of the interface differ in. The code reads this table; it never asks which version is called. */
import type { Mount } from '../../kernel/area.ts';
import type { FieldType } from '../../engines/fields/field.ts';

export type Feature = 'ocrHighResolution' | 'languages' | 'barcodes' | 'formulas' | 'keyValuePairs' | 'styleFont' | 'queryFields';

export const OUTPUTS = ['pdf', 'figures'] as const;

export interface Version {
  base: '/formanalysis' | '/documentanalysis';
  version: string;
  /** Models that every account has, those for any document first; `office`, those among them that read office files and HTML. */
  models: readonly string[];
  office: readonly string[];
  /** What may be asked for in `features`; where there is none, the parameter is unknown and ignored. */
  features: readonly Feature[];
  /** Models that tell languages without being asked. */
  languagesOf: readonly string[];
  /** Lists of a result that the version knows. */
  lists: readonly ResultList[];
  /** The name of corners in words, lines and regions. */
  corners: 'boundingBox' | 'polygon';
  /** The name of a language's code. */
  language: 'languageCode' | 'locale';
  /** How values of fields are written: which types are told as text, which parts of an address there are, whether money has a code. */
  values: { strings: readonly FieldType[]; addressParts: readonly string[]; currencyCode: boolean };
  /** How a classifier splits a file where it is not told. */
  split: 'auto' | 'none';
  /** Whether content may be asked for as markdown, and how its tables are written. */
  markdown?: 'pipes' | 'html';
  /** Whether cells, captions and figures name the paragraphs in them, and tables their captions and footnotes. */
  references: boolean;
  /** What can be made of a document beside its result. */
  outputs: readonly typeof OUTPUTS[number][];
  /** Whether figures have ids. */
  figureIds: boolean;
  /** Fields of a model beyond those that every version has. */
  modelFields: readonly ('expirationDateTime' | 'buildMode' | 'modifiedDateTime')[];
  /** Whether the builds that are left in a month are told. */
  neuralQuota: boolean;
  /** Whether the location in an authorization carries the version. */
  versionedLocation: boolean;
}

export type ResultList = 'paragraphs' | 'entities' | 'barcodes' | 'figures' | 'sections';

const ADD_ONS: readonly Feature[] = ['ocrHighResolution', 'languages', 'barcodes', 'formulas', 'keyValuePairs', 'styleFont'];
const GENERAL = ['prebuilt-read', 'prebuilt-layout', 'prebuilt-document'];
/** Models of fields that all versions have, those that came with time, and the one that went. */
const FIELD_MODELS = ['prebuilt-idDocument', 'prebuilt-invoice', 'prebuilt-receipt', 'prebuilt-tax.us.w2'];
const INSURANCE = 'prebuilt-healthInsuranceCard.us';
const LATER_FIELD_MODELS = [INSURANCE, 'prebuilt-contract', 'prebuilt-tax.us.1098', 'prebuilt-tax.us.1098E', 'prebuilt-tax.us.1098T'];
const BUSINESS_CARD = 'prebuilt-businessCard';

const ADDRESS_PARTS = ['houseNumber', 'poBox', 'road', 'city', 'state', 'postalCode', 'countryRegion', 'streetAddress'];
const ALL_ADDRESS_PARTS = [...ADDRESS_PARTS, 'unit', 'cityDistrict', 'stateDistrict', 'suburb', 'house', 'level'];
const ALL_VALUES: Version['values'] = { strings: [], addressParts: ALL_ADDRESS_PARTS, currencyCode: true };

const form = {
  base: '/formanalysis', models: [...GENERAL, BUSINESS_CARD, ...FIELD_MODELS], values: ALL_VALUES, office: [], features: [], languagesOf: ['prebuilt-read'], lists: ['paragraphs'],
  corners: 'polygon', language: 'locale', split: 'auto', references: false, outputs: [], figureIds: false, modelFields: [], neuralQuota: false, versionedLocation: true,
} as const satisfies Omit<Version, 'version'>;

const document = {
  base: '/documentanalysis', models: ['prebuilt-read', 'prebuilt-layout', ...FIELD_MODELS, ...LATER_FIELD_MODELS], values: ALL_VALUES, office: ['prebuilt-read', 'prebuilt-layout'], features: [...ADD_ONS, 'queryFields'],
  languagesOf: [], lists: ['paragraphs', 'barcodes', 'figures', 'sections'],
  corners: 'polygon', language: 'locale', split: 'auto', markdown: 'pipes', references: true, outputs: [], figureIds: false, modelFields: ['expirationDateTime', 'buildMode'], neuralQuota: true, versionedLocation: false,
} as const satisfies Omit<Version, 'version'>;

/** Those of the interface first, then those that later clients send. */
export const VERSIONS: readonly Version[] = [
  { ...document, version: '2024-02-29-preview' },
  { ...form, version: '2022-01-30-preview', corners: 'boundingBox', language: 'languageCode', lists: ['entities'], values: { strings: ['address', 'boolean'], addressParts: [], currencyCode: false } },
  { ...document, version: '2024-11-30', split: 'none', markdown: 'html', outputs: OUTPUTS, figureIds: true, modelFields: ['expirationDateTime', 'buildMode', 'modifiedDateTime'], neuralQuota: false },
  { ...form, version: '2022-08-31', models: [...form.models, INSURANCE], values: { strings: ['boolean'], addressParts: ADDRESS_PARTS, currencyCode: true } },
  { ...form, version: '2023-07-31', models: [...form.models, ...LATER_FIELD_MODELS], office: ['prebuilt-read'], features: ADD_ONS, languagesOf: [], lists: ['paragraphs', 'barcodes'], modelFields: ['expirationDateTime'], neuralQuota: true },
];

/** Versions with what is ours alone: training sets and pictures of pages. The newer ones, as there is nothing that older clients could want of it. */
export const EXTENSION_VERSIONS = ['2024-02-29-preview', '2024-11-30'];

export const MOUNTS: readonly Mount[] = VERSIONS.map(({ base, version }) => ({ base, version, marker: 'query' }));

export function getVersion(name: string): Version {
  return VERSIONS.find(({ version }) => version === name)!;
}
