/** What a caller asks of an analysis, checked against what the version and the model can do; and what has to be looked for then. */
import { fail } from '../../../kernel/failures.ts';
import { PageRangeProblem, parsePageRanges } from '../../../engines/reading/model/page-ranges.ts';
import type { AnalysisOptions } from '../model.ts';
import type { Feature, Version } from '../versions.ts';

export interface RequestedOptions {
  pages?: string;
  locale?: string;
  stringIndexType?: AnalysisOptions['stringIndexType'];
  features?: string | string[];
  queryFields?: string | string[];
  outputContentFormat?: 'text' | 'markdown';
  output?: string | string[];
}

const READ = 'prebuilt-read';
const DOCUMENT = 'prebuilt-document';

/** Features of the interface for which there is no engine here. */
const UNSUPPORTED_FEATURES: Readonly<Partial<Record<Feature, string>>> = {
  formulas: 'formulas are not read by this server.',
  queryFields: 'fields are not extracted by query on this server.',
};

function invalid(parameter: string, details: string): Error {
  return fail('ParameterInvalid', { parameter, details });
}

function splitList(given: string | string[] | undefined): string[] {
  return [given ?? []].flat().flatMap((text) => text.split(',')).map((item) => item.trim()).filter((item) => item !== '');
}

export function parseOptions(given: RequestedOptions, modelId: string, { features: known, markdown, outputs: makes }: Version): AnalysisOptions {
  const { pages, locale, stringIndexType = 'textElements' } = given;
  if (pages !== undefined) checkPages(pages);
  return {
    ...pages !== undefined && { pages }, ...locale !== undefined && { locale },
    stringIndexType, format: markdown && given.outputContentFormat === 'markdown' ? 'markdown' : 'text',
    features: known.length === 0 ? [] : parseFeatures(given, modelId, known), ...known.length > 0 && parseOutputs(given, modelId, makes),
  };
}

function checkPages(pages: string): void {
  try {
    parsePageRanges(pages);
  } catch (problem) {
    if (problem instanceof PageRangeProblem) throw invalid('pages', `${problem.message}.`);
    throw problem;
  }
}

function parseOutputs({ output }: RequestedOptions, modelId: string, makes: Version['outputs']): Pick<AnalysisOptions, 'outputs'> {
  const given = [...new Set(splitList(output))];
  if (given.length === 0) return {};
  if (makes.length === 0) throw invalid('output', 'this version makes nothing beside the result.');
  const outputs = makes.filter((one) => given.includes(one));
  if (outputs.length < given.length) throw invalid('output', `must be some of ${makes.join(', ')}.`);
  if (outputs.includes('figures') && modelId === READ) throw invalid('output', `${READ} finds no figures.`);
  return { outputs };
}

function parseFeatures({ features: given, queryFields }: RequestedOptions, modelId: string, known: readonly string[]): string[] {
  if (splitList(queryFields).length > 0) throw invalid('queryFields', UNSUPPORTED_FEATURES.queryFields!);
  const features = [...new Set(splitList(given))];
  for (const feature of features) {
    if (!known.includes(feature)) throw invalid('features', `must be some of ${known.join(', ')}.`);
    const problem = UNSUPPORTED_FEATURES[feature as Feature];
    if (problem !== undefined) throw invalid('features', problem);
    if (feature === 'keyValuePairs' && modelId === READ) throw invalid('features', `keyValuePairs is not a feature of ${READ}.`);
  }
  return features;
}

/** What is looked for in a document. */
export interface AnalysisPlan {
  layout: { tables: boolean; marks: boolean; figures: boolean; keyValuePairs: boolean };
  languages: boolean;
  barcodes: boolean;
  /** Small print on large pages. */
  highResolution: boolean;
  fonts: boolean;
  entities: boolean;
}

export function planAnalysis(modelId: string, features: readonly string[], { lists, languagesOf }: Version): AnalysisPlan {
  const isRead = modelId === READ;
  return {
    layout: { tables: !isRead, marks: !isRead, figures: !isRead && lists.includes('figures'), keyValuePairs: modelId === DOCUMENT || features.includes('keyValuePairs') },
    languages: languagesOf.includes(modelId) || features.includes('languages'),
    barcodes: features.includes('barcodes'),
    highResolution: features.includes('ocrHighResolution'),
    fonts: features.includes('styleFont'),
    entities: modelId === DOCUMENT && lists.includes('entities'),
  };
}
