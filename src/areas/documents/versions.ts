/** What the versions of the interface differ in. The code reads this table; it never asks which version is called. */
import type { Mount } from '../../contract/area.ts';

export type Feature = 'ocrHighResolution' | 'languages' | 'barcodes' | 'formulas' | 'keyValuePairs' | 'styleFont' | 'queryFields';

export interface Version {
  base: '/formanalysis' | '/documentanalysis';
  version: string;
  /** Models for any document; `office`, those among them that read office files and HTML. */
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
  /** Whether content may be asked for as markdown, and how its tables are written. */
  markdown?: 'pipes' | 'html';
  /** Whether cells, captions and figures name the paragraphs in them, and tables their captions and footnotes. */
  references: boolean;
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

const form = {
  base: '/formanalysis', models: GENERAL, office: [], features: [], languagesOf: ['prebuilt-read'], lists: ['paragraphs'],
  corners: 'polygon', language: 'locale', references: false, figureIds: false, modelFields: [], neuralQuota: false, versionedLocation: true,
} as const satisfies Omit<Version, 'version'>;

const document = {
  base: '/documentanalysis', models: ['prebuilt-read', 'prebuilt-layout'], office: ['prebuilt-read', 'prebuilt-layout'], features: [...ADD_ONS, 'queryFields'],
  languagesOf: [], lists: ['paragraphs', 'barcodes', 'figures', 'sections'],
  corners: 'polygon', language: 'locale', markdown: 'pipes', references: true, figureIds: false, modelFields: ['expirationDateTime', 'buildMode'], neuralQuota: true, versionedLocation: false,
} as const satisfies Omit<Version, 'version'>;

/** Those of the interface first, then those that later clients send. */
export const VERSIONS: readonly Version[] = [
  { ...document, version: '2024-02-29-preview' },
  { ...form, version: '2022-01-30-preview', corners: 'boundingBox', language: 'languageCode', lists: ['entities'] },
  { ...document, version: '2024-11-30', markdown: 'html', figureIds: true, modelFields: ['expirationDateTime', 'buildMode', 'modifiedDateTime'], neuralQuota: false },
  { ...form, version: '2022-08-31' },
  { ...form, version: '2023-07-31', office: ['prebuilt-read'], features: ADD_ONS, languagesOf: [], lists: ['paragraphs', 'barcodes'], modelFields: ['expirationDateTime'], neuralQuota: true },
];

export const MOUNTS: readonly Mount[] = VERSIONS.map(({ base, version }) => ({ base, version, marker: 'query' }));

export function versionNamed(name: string): Version {
  return VERSIONS.find(({ version }) => version === name)!;
}
