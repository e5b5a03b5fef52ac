/** Checks the options of an analysis against what the version and the model support. */
import { fail } from '../../../kernel/failures.ts';
import { PageRangeError, parsePageRanges } from '../../../engines/documents/reading/model/page-ranges.ts';
import { READ_MODEL } from '../model.ts';
import type { AnalysisOptions } from '../model.ts';
import type { Version } from '../versions.ts';

export interface RequestedOptions {
  pages?: string;
  locale?: string;
  stringIndexType?: AnalysisOptions['stringIndexType'];
  features?: string | string[];
  queryFields?: string | string[];
  outputContentFormat?: 'text' | 'markdown';
  output?: string | string[];
}

const MAX_QUERY_FIELDS = 20;
const MAX_NAME_LENGTH = 64;
/** Words of any language and what joins them. */
const QUERY_FIELD = /^(?=.*\p{L})[\p{L}\p{M}\p{N}\p{Zs}_.#/'’()&-]+$/u;

const LOCALE = /^[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{1,8}){0,4}$/;

function invalidParameter(parameter: string, details: string): Error {
  return fail('ParameterInvalid', { parameter, details });
}

function splitList(requested: string | string[] | undefined): string[] {
  return [requested ?? []]
    .flat()
    .flatMap((text) => text.split(','))
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

export function parseOptions(requested: RequestedOptions, modelId: string, { features, markdown, outputs }: Version): AnalysisOptions {
  const { pages, locale, stringIndexType = 'textElements' } = requested;
  if (pages !== undefined) checkPages(pages);
  if (locale !== undefined && !LOCALE.test(locale)) throw invalidParameter('Locale', 'The language code is invalid or not supported.');
  return {
    ...(pages !== undefined && { pages }),
    ...(locale !== undefined && { locale }),
    stringIndexType,
    format: markdown && requested.outputContentFormat === 'markdown' ? 'markdown' : 'text',
    // A version without features ignores the parameters that ask for some.
    ...(features.length === 0
      ? { features: [] }
      : {
          features: parseFeatures(requested, modelId, features),
          ...parseQueryFields(requested, features),
          ...parseOutputs(requested, modelId, outputs),
        }),
  };
}

function checkPages(pages: string): void {
  try {
    parsePageRanges(pages);
  } catch (problem) {
    if (problem instanceof PageRangeError) throw invalidParameter('pages', `${problem.message}.`);
    throw problem;
  }
}

function parseOutputs({ output }: RequestedOptions, modelId: string, supported: Version['outputs']): Pick<AnalysisOptions, 'outputs'> {
  const requested = [...new Set(splitList(output))];
  if (requested.length === 0) return {};
  if (supported.length === 0) throw invalidParameter('output', 'this version has no outputs besides the result.');
  const outputs = supported.filter((name) => requested.includes(name));
  if (outputs.length < requested.length) throw invalidParameter('output', `must be some of ${supported.join(', ')}.`);
  if (outputs.includes('figures') && modelId === READ_MODEL) throw invalidParameter('output', `${READ_MODEL} does not detect figures.`);
  return { outputs };
}

/** Features that `prebuilt-read`, which reads text alone, does not have. */
const LAYOUT_FEATURES = ['keyValuePairs', 'queryFields'];

function parseFeatures({ features: requested }: RequestedOptions, modelId: string, supported: readonly string[]): string[] {
  const features = [...new Set(splitList(requested))];
  for (const feature of features) {
    if (!supported.includes(feature)) throw invalidParameter('features', `must be some of ${supported.join(', ')}.`);
    if (LAYOUT_FEATURES.includes(feature) && modelId === READ_MODEL) {
      throw invalidParameter('features', `${feature} is not a feature of ${READ_MODEL}.`);
    }
  }
  return features;
}

function parseQueryFields({ features, queryFields }: RequestedOptions, supported: readonly string[]): Pick<AnalysisOptions, 'queryFields'> {
  const names = [...new Set(splitList(queryFields))];
  if (names.length > 0 && !supported.includes('queryFields')) throw invalidParameter('queryFields', 'this version has no query fields.');
  if (!splitList(features).includes('queryFields')) {
    if (names.length > 0) throw invalidParameter('queryFields', 'features must contain queryFields.');
    return {};
  }
  if (names.length === 0) throw fail('ParameterMissing', { parameter: 'queryFields' });
  if (names.length > MAX_QUERY_FIELDS) throw invalidParameter('queryFields', `at most ${MAX_QUERY_FIELDS} fields can be asked for.`);
  const wrong = names.find((name) => [...name].length > MAX_NAME_LENGTH || !QUERY_FIELD.test(name));
  if (wrong !== undefined) {
    throw invalidParameter('queryFields', `names are words of at most ${MAX_NAME_LENGTH} characters.`);
  }
  return { queryFields: names };
}
