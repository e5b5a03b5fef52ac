/** Failures of versions 2, and how all failures are written there: `{error: {code, message}}` with codes of their own. */
import { failureCatalog, gatewayCode } from '../../../kernel/failures.ts';
import type { Dialect, Failure } from '../../../kernel/failures.ts';
import type { RecordedError } from '../model.ts';
import type { FormError } from './model.ts';

export const formFailure = failureCatalog({
  FormModelNotFound: {
    status: 404,
    message: "Model with 'id={modelId}' not found.",
    remedy: 'GET /custom/models?op=full lists the models of the account. Models of later versions are not among them.',
  },
  FormModelNotReady: {
    status: 400,
    message: 'Specified model not found or not ready or has incompatible API version, Model Id: {modelId}',
    remedy: 'Wait until the status of the model is ready. Only models that were trained with labels can be composed.',
  },
  FormModelIdsInvalid: {
    status: 400,
    message: "Parameter 'ModelIds' is either null or has less than two unique models.",
    remedy: 'Name at least two models, each once.',
  },
  FormModelLimit: {
    status: 400,
    message: 'The account cannot have more than {maximumModels} models.',
    remedy: 'Delete models that are no longer needed. Models of later versions count too.',
  },
  FormResultNotFound: {
    status: 404,
    message: 'The requested operation was not found. The identifier may be invalid or the operation may have expired.',
    remedy: 'Results are kept for 24 hours.',
  },
  FormComposeError: { status: 400, message: 'Could not compose the model: {details}', remedy: 'Compose fewer or smaller models.' },
  UnsupportedLocale: {
    status: 400,
    message: 'Locale unsupported. Supported locales include {supported}.',
    remedy: 'Send one of the supported locales, or none.',
  },
  NotSupportedLanguage: { status: 400, message: 'The language is not supported.', remedy: 'Omit it: languages are detected.' },
});

/** For operations with custom models, for requests to train one, and for other analyses. */
export const CUSTOM_INPUT = 'custom';
export const TRAIN_INPUT = 'train';

const UNREADABLE: FormError = { code: '2005', message: 'Unable to read file.' };
const BAD_FILE: FormError = { code: 'BadArgument', message: 'Bad or unrecognizable request JSON or binary file.' };
const NOT_DOWNLOADED: FormError = { code: 'FailedToDownloadImage', message: 'Failed to download image from input URL.' };

/** By kind of failure, where the code is not the kind. */
const CODES: Readonly<Record<string, string>> = {
  FormModelNotFound: '1022',
  FormModelNotReady: '1001',
  FormModelIdsInvalid: '1001',
  FormModelLimit: '1001',
  FormComposeError: '1001',
  FormResultNotFound: 'NotFound',
  MediaTypeUnknown: 'UnsupportedMediaType',
  Unexpected: 'InternalServerError',
};
const BAD_INPUT_CODES: Readonly<Record<string, string>> = { [CUSTOM_INPUT]: '1001', [TRAIN_INPUT]: '1002' };
const BAD_INPUT = ['ParameterMissing', 'ParameterInvalid', 'ParameterTooLong', 'BodyInvalid', 'BodyMissing', 'InvalidContentSourceFormat'];
const NO_DOWNLOAD = ['ContentSourceNotAccessible', 'ContentSourceTimeout', 'OutboundAccessForbidden'];
const TOO_LARGE = ['InvalidContentLength', 'BodyTooLarge'];

export const formDialect: Dialect = (failure, badInput = '') => {
  const { kind } = failure;
  if (NO_DOWNLOAD.includes(kind)) return { status: 400, body: { error: NOT_DOWNLOADED } };
  if (TOO_LARGE.includes(kind)) return { status: 400, body: { error: { code: 'InvalidImageSize', message: 'Input file is too large.' } } };
  if (kind === 'InvalidContent') return { body: { error: badInput === CUSTOM_INPUT ? UNREADABLE : BAD_FILE } };
  return { body: { error: { code: codeOf(failure, badInput), message: failure.message } } };
};

function codeOf(failure: Failure, badInput: string): string {
  if (BAD_INPUT.includes(failure.kind)) return BAD_INPUT_CODES[badInput] ?? 'BadArgument';
  if (failure.kind === 'QuotaExceeded') return '403';
  return CODES[failure.kind] ?? gatewayCode(failure);
}

/** The error of a failed analysis, from what its record has. */
export function analysisError({ code, message, innererror }: RecordedError): FormError {
  const inner = innererror?.code ?? code;
  if (inner === 'InvalidContent') return UNREADABLE;
  return { code: inner, message: innererror?.message ?? message };
}

const TRAINING_CODES: Readonly<Record<string, string>> = {
  TrainingContentMissing: '2014',
  InvalidSasToken: '2012',
  ContentSourceNotAccessible: '2012',
  OutboundAccessForbidden: '2012',
};

/** The error of an invalid model. */
export function trainingError({ kind, message }: Pick<Failure, 'kind' | 'message'>): FormError {
  return { code: TRAINING_CODES[kind] ?? '3014', message };
}
