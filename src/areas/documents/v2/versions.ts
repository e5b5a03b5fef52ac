/** What versions 2 differ in. */
import type { Mount } from '../../../kernel/area.ts';
import { FORM_VERSIONS } from '../versions.ts';

export interface FormVersion {
  version: string;
  /** The version in results. */
  resultVersion: string;
  /** Whether models have names and attributes, documents the id of their model, lines an appearance, and tables header cells. */
  details: boolean;
  /** The type of documents of custom models, where it is not that of the model. */
  customType?: string;
}

const TABLE: readonly FormVersion[] = [
  { version: 'v2.1', resultVersion: '2.1.0', details: true },
  { version: 'v2.0', resultVersion: '2.0.0', details: false, customType: 'custom:form' },
];

/** Versions with composed models and the prebuilt models for cards, identity documents and invoices. */
export const LATER_FORM_VERSIONS = ['v2.1'];

export const FORM_MOUNTS: readonly Mount[] = FORM_VERSIONS.map(({ base, version }) => ({
  base: `${base}/${version}`,
  version,
  marker: 'path',
}));

export function getFormVersion(name: string): FormVersion {
  return TABLE.find(({ version }) => version === name)!;
}
