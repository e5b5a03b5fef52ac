import { Failure, failureCatalog, gatewayCode } from '../../kernel/failures.ts';
import type { Dialect } from '../../kernel/failures.ts';
import type { Unreadable } from '../../engines/documents/reading/model/unreadable-file.ts';
import type { RecordedError } from './model.ts';
import rows from './failures.json' with { type: 'json' };

/** The inner codes of the interface with their messages. */
export const documentFailure = failureCatalog(rows);

/** Outer code and message by status. */
const OUTER_ERRORS: Readonly<Record<number, readonly [code: string, message: string]>> = {
  400: ['InvalidRequest', 'Invalid request.'],
  403: ['Forbidden', 'Access forbidden due to policy or other configuration.'],
  404: ['NotFound', 'Resource not found.'],
  405: ['MethodNotAllowed', 'The requested HTTP method is not allowed.'],
  409: ['Conflict', 'The request could not be completed due to a conflict.'],
  412: ['PreconditionFailed', 'A condition of the request does not hold.'],
  413: ['InvalidRequest', 'Invalid request.'],
  415: ['UnsupportedMediaType', 'Request content type is not supported.'],
  500: ['InternalServerError', 'An unexpected error occurred.'],
  501: ['NotImplemented', 'The operation is not implemented.'],
  503: ['ServiceUnavailable', 'A transient error has occurred. Please try again.'],
};
const INVALID_ARGUMENT = ['InvalidArgument', 'Invalid argument.'] as const;

/** Kinds that are reported as an invalid argument, with their inner codes. */
const ARGUMENT_ERRORS: Readonly<Record<string, string>> = {
  ParameterMissing: 'ParameterMissing',
  ParameterInvalid: 'InvalidParameter',
  ParameterTooLong: 'InvalidParameterLength',
  VersionMissing: 'ParameterMissing',
  VersionUnknown: 'InvalidParameter',
  InvalidContentSourceFormat: 'InvalidContentSourceFormat',
  InvalidSasToken: 'InvalidSasToken',
};

function innerError({ kind, message, detail }: Failure): { code: string; message: string } | undefined {
  switch (kind) {
    case 'VersionMissing':
      return { code: 'ParameterMissing', message: 'The parameter api-version is required.' };
    case 'VersionUnknown':
      return { code: 'InvalidParameter', message: `The parameter api-version is invalid: ${message}` };
    case 'BodyInvalid':
      return { code: 'InvalidParameter', message: `The parameter body is invalid: ${detail.details}` };
    case 'BodyMissing':
      return { code: 'InvalidParameter', message: 'The parameter body is invalid: it is missing.' };
    case 'BodyTooLarge':
      return { code: 'InvalidContentLength', message };
    case 'AddressInvalid':
      return { code: 'InvalidParameter', message: 'The parameter url is invalid: it is malformed.' };
    case 'Unexpected':
      return { code: 'Unknown', message: 'Unknown error.' };
    case 'Unavailable':
    case 'Overloaded':
    case 'TookTooLong':
    case 'ProcessingTimeout':
      return { code: 'ServiceUnavailable', message: 'A transient error has occurred. Please try again.' };
    case 'NotBuilt':
      return { code: 'NotImplemented', message };
    case 'PathUnknown':
    case 'MethodUnknown':
    case 'MediaTypeUnknown':
    case 'Conflicting':
      return undefined;
    default:
      return { code: ARGUMENT_ERRORS[kind] ?? kind, message };
  }
}

/** For operations that accept a document: a body that is too large has the interface's own error. */
export const DOCUMENT_INPUT = 'document';

/**
 * Interface section 7.1: an outer error by status and an inner error with the cause. Errors of keys, quota and rate have the form of the
 * gateway.
 */
export const documentDialect: Dialect = (failure, badInput) => {
  if (failure.kind === 'BodyTooLarge' && badInput === DOCUMENT_INPUT) {
    return { status: 400, body: { error: toRecordedError(documentFailure('InvalidContentLength')) } };
  }
  if ([401, 429].includes(failure.status)) return { body: { error: { code: gatewayCode(failure), message: failure.message } } };
  if (failure.kind === 'QuotaExceeded') return { body: { error: { code: '403', message: failure.message } } };
  return { body: { error: toRecordedError(failure) } };
};

/** A failure as written in replies and in records of failed work. */
export function toRecordedError(failure: Failure): RecordedError {
  const [code, message] = failure.kind in ARGUMENT_ERRORS ? INVALID_ARGUMENT : (OUTER_ERRORS[failure.status] ?? OUTER_ERRORS[500]!);
  return { code, message, innererror: innerError(failure) };
}

/** Whether the failure is the outcome of the work. Others are thrown: the job is tried again, or given up. */
export function isOutcome(problem: unknown): problem is Failure {
  return problem instanceof Failure && (problem.status < 500 || problem.kind === 'ProcessingTimeout');
}

/** The failure of a file that cannot be read. */
export function unreadableFileFailure(reason: Unreadable, message: string): Failure {
  switch (reason) {
    case 'corrupt':
    case 'unsupported':
      return documentFailure('InvalidContent');
    case 'tooSmall':
    case 'dimensions':
      return documentFailure('InvalidContentDimensions');
    case 'tooLarge':
      return documentFailure('InvalidContentLength');
    default:
      return documentFailure('UnsupportedContent', { details: `${message}.` });
  }
}
