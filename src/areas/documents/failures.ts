import { catalogue, gatewayCode } from '../../contract/failures.ts';
import type { Dialect, Failure } from '../../contract/failures.ts';

export const documentFailure = catalogue({
  ModelExists: { status: 409, message: 'A model with the provided name already exists.', remedy: 'Choose another modelId, or delete the model first.' },
});

/** The outer code and message by status; the inner ones say more. */
const OUTER: Readonly<Record<number, readonly [code: string, message: string]>> = {
  400: ['InvalidRequest', 'Invalid request.'],
  403: ['Forbidden', 'Access forbidden due to policy or other configuration.'],
  404: ['NotFound', 'Resource not found.'],
  405: ['MethodNotAllowed', 'The requested HTTP method is not allowed.'],
  409: ['Conflict', 'The request could not be completed due to a conflict.'],
  413: ['InvalidRequest', 'Invalid request.'],
  415: ['UnsupportedMediaType', 'Request content type is not supported.'],
  500: ['InternalServerError', 'An unexpected error occurred.'],
  501: ['NotImplemented', 'The operation is not implemented.'],
  503: ['ServiceUnavailable', 'A transient error has occurred. Please try again.'],
};
const INVALID_ARGUMENT = ['InvalidArgument', 'Invalid argument.'] as const;

/** Shared kinds that are told of a parameter, with their inner codes. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  ParameterMissing: 'ParameterMissing', ParameterInvalid: 'InvalidParameter', ParameterTooLong: 'InvalidParameterLength',
  VersionMissing: 'ParameterMissing', VersionUnknown: 'InvalidParameter',
};

function inner({ kind, message, detail }: Failure): { code: string; message: string } | undefined {
  switch (kind) {
    case 'VersionMissing': return { code: 'ParameterMissing', message: 'The parameter api-version is required.' };
    case 'VersionUnknown': return { code: 'InvalidParameter', message: `The parameter api-version is invalid: ${message}` };
    case 'BodyInvalid': return { code: 'InvalidParameter', message: `The parameter body is invalid: ${detail.details}` };
    case 'BodyMissing': return { code: 'InvalidParameter', message: 'The parameter body is invalid: it is missing.' };
    case 'BodyTooLarge': return { code: 'InvalidContentLength', message };
    case 'AddressInvalid': return { code: 'InvalidParameter', message: 'The parameter url is invalid: it is malformed.' };
    case 'Unexpected': return { code: 'Unknown', message: 'Unknown error.' };
    case 'Unavailable':
    case 'TookTooLong': return { code: 'ServiceUnavailable', message: 'A transient error has occurred. Please try again.' };
    case 'NotBuilt': return { code: 'NotImplemented', message };
    case 'PathUnknown':
    case 'MethodUnknown':
    case 'MediaTypeUnknown':
    case 'Conflicting': return undefined;
    default: return { code: ARGUMENTS[kind] ?? kind, message };
  }
}

/** Interface section 7.1: an outer error by status, an inner one that says what it was. Keys, quota and rate are the gateway's. */
export const documentDialect: Dialect = (failure) => {
  if ([401, 429].includes(failure.status)) return { body: { error: { code: gatewayCode(failure), message: failure.message } } };
  if (failure.kind === 'QuotaExceeded') return { body: { error: { code: '403', message: failure.message } } };
  const [code, message] = failure.kind in ARGUMENTS ? INVALID_ARGUMENT : OUTER[failure.status] ?? OUTER[500]!;
  return { body: { error: { code, message, innererror: inner(failure) } } };
};
