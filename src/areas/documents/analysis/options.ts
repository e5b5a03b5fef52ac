/** Checks the options of an analysis against what the version and the model support. */
import { fail } from '../../../kernel/failures.ts';
import { PageRangeError, parsePageRanges } from '../../../engines/documents/reading/model/page-ranges.ts';
import { READ_MODEL } from '../model.ts';
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

/** Features of the interface that no engine here provides. */
const UNSUPPORTED_FEATURES: Readonly<Partial<Record<Feature, string>>> = {
  queryFields: 'this server does not extract fields by query.',
};

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
      : { features: parseFeatures(requested, modelId, features), ...parseOutputs(requested, modelId, outputs) }),
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

function parseFeatures({ features: requested, queryFields }: RequestedOptions, modelId: string, supported: readonly string[]): string[] {
  if (splitList(queryFields).length > 0) throw invalidParameter('queryFields', UNSUPPORTED_FEATURES.queryFields!);
  const features = [...new Set(splitList(requested))];
  for (const feature of features) {
    if (!supported.includes(feature)) throw invalidParameter('features', `must be some of ${supported.join(', ')}.`);
    const problem = UNSUPPORTED_FEATURES[feature as Feature];
    if (problem !== undefined) throw invalidParameter('features', problem);
    if (feature === 'keyValuePairs' && modelId === READ_MODEL) {
      throw invalidParameter('features', `keyValuePairs is not a feature of ${READ_MODEL}.`);
    }
  }
  return features;
}
