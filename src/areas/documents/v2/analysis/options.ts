/** The options of analyses in versions 2. */
import { parseOptions } from '../../analysis/options.ts';
import { LAYOUT_MODEL } from '../../model.ts';
import type { AnalysisOptions } from '../../model.ts';
import { getVersion } from '../../versions.ts';
import { formFailure } from '../failures.ts';

const LOCALES = ['en-AU', 'en-CA', 'en-GB', 'en-IN', 'en-US'];
/** Languages that a caller may name; the text is read alike with and without. */
const LANGUAGES = new Set(
  (
    'af ast bi br ca ceb ch co crh cs csb da de en es et eu fi fil fj fr fur fy ga gd gil gl gv hni hsb ht hu ia id it iu ja jv kaa kac ' +
    'kea kha kl ko ku kw lb ms mww nap nl no oc pl pt quc rm sco sl sq sv sw tet tr tt uz vo wae yua za zh-hans zh-hant zu'
  ).split(' '),
);

interface RequestedFormOptions {
  pages?: string | string[];
  locale?: string;
  language?: string;
  readingOrder?: 'basic' | 'natural';
  includeTextDetails?: boolean;
}

export function parseFormOptions(requested: RequestedFormOptions, modelId: string, version: string): AnalysisOptions {
  const { pages, locale, language, readingOrder = 'basic', includeTextDetails = false } = requested;
  const known = locale === undefined ? undefined : LOCALES.find((one) => one.toLowerCase() === locale.toLowerCase());
  if (locale !== undefined && known === undefined) throw formFailure('UnsupportedLocale', { supported: LOCALES.join(', ') });
  if (language !== undefined && !LANGUAGES.has(language.toLowerCase())) throw formFailure('NotSupportedLanguage');
  const isLayout = modelId === LAYOUT_MODEL;
  return {
    ...parseOptions(
      { ...(pages !== undefined && { pages: [pages].flat().join(',') }), ...(known !== undefined && { locale: known }) },
      modelId,
      getVersion(version),
    ),
    textDetails: isLayout || includeTextDetails,
    sortLines: isLayout && readingOrder === 'basic',
  };
}
