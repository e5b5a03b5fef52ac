import { Failure, failureCatalog, gatewayCode } from '../../kernel/failures.ts';
import type { Dialect } from '../../kernel/failures.ts';
import type { Unreadable } from '../../engines/documents/reading/model/unreadable-file.ts';
import type { RecordedError } from './model.ts';

/** The inner codes of the interface with their messages. */
export const documentFailure = failureCatalog({
  ModelExists: {
    status: 409,
    message: 'A model with the provided name already exists.',
    remedy: 'Choose another modelId, or delete the model first.',
  },
  ModelNotFound: {
    status: 404,
    message: 'The requested model was not found. It may have been deleted or is still building.',
    remedy: 'GET /documentModels lists the models of the account.',
  },
  ModelReadOnly: {
    status: 400,
    message: 'The requested model is read-only.',
    remedy: 'Prebuilt models belong to every account and cannot be deleted or copied.',
  },
  ModelAnalyzeError: { status: 400, message: 'Could not analyze using a custom model: {details}', remedy: 'Build the model again.' },
  ModelBuildError: {
    status: 400,
    message: 'Could not build the model: {details}',
    remedy: 'Fix the named file; docs/documents.md describes the training files.',
  },
  ModelComposeError: { status: 400, message: 'Could not compose the model: {details}', remedy: 'Compose fewer or smaller models.' },
  TrainingContentMissing: {
    status: 400,
    message: 'Training data is missing: {details}',
    remedy: 'A model needs fields.json and at least five labeled forms; a classifier needs at least five documents for each of two types.',
  },
  InvalidFieldsDefinition: { status: 400, message: 'Invalid fields: {details}', remedy: 'Fix fields.json at the named position.' },
  InvalidTrainingContentLength: {
    status: 400,
    message: 'Training content contains {bytes} bytes. Training is limited to {maxBytes} bytes.',
    remedy: 'Train with fewer or smaller files.',
  },
  InvalidTrainingContentPageCount: {
    status: 400,
    message: 'Training content contains {pages} pages. Training is limited to {maxPages} pages.',
    remedy: 'Train with fewer pages.',
  },
  InvalidSasToken: {
    status: 400,
    message: 'The shared access signature (SAS) is invalid: {details}',
    remedy: 'Create a SAS with read and list permission that has not expired.',
  },
  DocumentModelLimitComposed: {
    status: 400,
    message: 'Account cannot create a model with more than {details} component models.',
    remedy: 'Compose fewer models.',
  },
  DocumentModelLimit: {
    status: 400,
    message: 'Account cannot create more than {maximumModels} models.',
    remedy: 'Delete models that are no longer needed.',
  },
  TrainingSetNotFound: {
    status: 404,
    message: 'The requested training set was not found.',
    remedy: 'GET /trainingSets lists the sets; uploading the first file creates a set.',
  },
  TrainingFileNotFound: {
    status: 404,
    message: 'The requested file was not found in the training set.',
    remedy: 'GET /trainingSets/{setId} lists its files.',
  },
  TrainingSetLimit: {
    status: 400,
    message: 'The training set cannot be extended: {details}',
    remedy: 'Delete files or sets that are no longer needed.',
  },
  PageNotFound: { status: 404, message: 'The document has {pages} pages.', remedy: 'Request a page that exists.' },
  DocumentNotKept: {
    status: 404,
    message: 'The document was not kept: it is deleted when its analysis completes.',
    remedy: 'Analyze it with keepDocument=true to keep it as long as its result.',
  },
  OutputNotFound: {
    status: 404,
    message: 'The analysis has no such output.',
    remedy: 'Analyze with output=pdf or output=figures, and wait until the analysis has succeeded; the result has the ids of the figures.',
  },
  OperationNotFound: {
    status: 404,
    message: 'The requested operation was not found. The identifier may be invalid or the operation may have expired.',
    remedy: 'Results and operations are kept for 24 hours.',
  },
  AuthorizationFailed: {
    status: 403,
    message: 'Authorization failed: {details}',
    remedy: 'Request a new copy authorization from the target.',
  },
  OutboundAccessForbidden: {
    status: 403,
    message: 'The request contains a domain name that is not allowed by the current access control policy.',
    remedy: 'An operator can allow the address with PERENNIAL_FETCH_ALLOW.',
  },
  InvalidContentSourceFormat: {
    status: 400,
    message: 'Invalid content source: {details}',
    remedy: 'Send urlSource or base64Source, or the document itself.',
  },
  ContentSourceNotAccessible: {
    status: 400,
    message: 'Content is not accessible: {details}',
    remedy: 'Check that the address is publicly readable.',
  },
  ContentSourceTimeout: {
    status: 400,
    message: 'Timeout while receiving the file from client.',
    remedy: 'Check that the address responds in time.',
  },
  InvalidContent: {
    status: 400,
    message: 'The file is corrupted or format is unsupported. Refer to documentation for the list of supported formats.',
    remedy: 'docs/documents.md lists the supported formats.',
  },
  InvalidContentDimensions: {
    status: 400,
    message: 'The input image dimensions are out of range. Refer to documentation for supported image dimensions.',
    remedy: 'Images must have 50 to 10,000 pixels per side, PDF pages at most 17 inches.',
  },
  InvalidContentLength: {
    status: 400,
    message: 'The input image is too large. Refer to documentation for the maximum file size.',
    remedy: 'An operator can allow more with PERENNIAL_UPLOAD_MB.',
  },
  UnsupportedContent: {
    status: 400,
    message: 'Content is not supported: {details}',
    remedy: 'docs/documents.md lists the supported formats.',
  },
  ProcessingTimeout: {
    status: 503,
    message: 'Processing took longer than this server allows.',
    remedy: 'Try again. An operator can allow more with PERENNIAL_PAGE_SECONDS and PERENNIAL_ANALYSIS_SECONDS.',
  },
  TooManyWaiting: {
    status: 429,
    message: 'The account has {max} waiting to be analyzed. Try again in {retryAfter} seconds.',
    remedy: 'Retry after the time in the Retry-After header.',
  },
});

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
