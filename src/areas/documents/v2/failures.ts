/** Failures of versions 2, and how all failures are written there: `{error: {code, message}}` with codes of their own. */
import { failureCatalog, gatewayCode } from '../../../kernel/failures.ts';
import type { Dialect, Failure } from '../../../kernel/failures.ts';
import type { RecordedError } from '../model.ts';
import type { FormError } from './model.ts';
import rows from './failures.json' with { type: 'json' };

export const formFailure = failureCatalog(rows);

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
