/**
 * The area's failures, with the texts of the interface, and their wire shape. A failure that has another status in another operation has a
 * row of its own: `InBody` failures are those of identify, verify and find similar, which reply 400 where other operations reply 404.
 */
import { failureCatalog } from '../../kernel/failures.ts';
import type { Dialect, Failure, FailureRow } from '../../kernel/failures.ts';
import { GALLERY_KINDS } from './model.ts';
import rows from './failures.json' with { type: 'json' };
import errors from './error-codes.json' with { type: 'json' };

/** `code` is omitted where it is the name of the row. */
interface FaceRow extends FailureRow {
  code?: string;
}

export const faceFailure = failureCatalog(rows);

/** `badInput` of operations that take an image: a body over the limit is an image that is too large. */
export const IMAGE_INPUT = 'image';

const ACCESS_DENIED =
  'Access denied due to invalid subscription key. Make sure you are subscribed to an API you are trying to call and provide the right key.';

/** Codes of the kernel's failures; their messages are in wireMessage where they differ. */
const CODES: Readonly<Record<string, string>> = errors.codes;

/** Messages for invalid parameters that have their own. Items of a list are listed under the list's name and a dot. */
const INVALID_MESSAGES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(GALLERY_KINDS.map(({ idField, title }) => [idField, `${title} ID is invalid.`])),
  dynamicPersonGroupId: 'Dynamic person group ID is invalid.',
  personId: 'Person ID is invalid.',
  'personIds.': 'Person ID is invalid.',
  'addPersonIds.': 'Person ID is invalid.',
  'removePersonIds.': 'Person ID is invalid.',
  faceId: 'Face ID is invalid.',
  faceId1: 'Face ID is invalid.',
  faceId2: 'Face ID is invalid.',
  'faceIds.': 'Face ID is invalid.',
  faceIds: 'The length of faceIds is not in a valid range.',
  mode: 'Mode is invalid.',
  maxNumOfCandidatesReturned: 'The argument maxNumOfCandidatesReturned is not valid.',
  confidenceThreshold: 'The argument confidenceThreshold is not valid.',
  targetFace: 'Invalid argument targetFace.',
  returnFaceAttributes: 'Invalid argument returnFaceAttributes.',
};

function invalidMessage(parameter: string, details: string): string {
  const own = INVALID_MESSAGES[parameter.replace(/\.\d+$/, '.')];
  if (own !== undefined) return own;
  const range = details.startsWith('the valid range') ? ` T${details.slice(1)}` : '';
  return `'${parameter}' is invalid.${range}`;
}

function wireMessage({ kind, detail, message }: Failure): string {
  switch (kind) {
    case 'KeyMissing':
    case 'KeyInvalid':
      return ACCESS_DENIED;
    case 'ParameterMissing':
      return `'${detail.parameter}' is empty.`;
    case 'ParameterTooLong':
      return `'${detail.parameter}' is too long.`;
    case 'ParameterInvalid':
      return invalidMessage(String(detail.parameter), String(detail.details));
    case 'BodyInvalid':
      return 'JSON parsing error.';
    case 'BodyMissing':
      return 'Request body is invalid.';
    default:
      return message;
  }
}

const isGatewayLimit = ({ kind }: Failure): boolean => kind === 'QuotaExceeded' || kind === 'RateExceeded';

/** The newer clients read the code from this header. */
const CODE_HEADER = 'x-ms-error-code';

/** Interface section 7.2: `statusCode` for quota and rate limits, `code` and `statusCode` for bad arguments, `code` for the rest. */
export const faceDialect: Dialect = (failure, badInput) => {
  if (failure.kind === 'BodyTooLarge' && badInput === IMAGE_INPUT) return { status: 400, ...faceDialect(faceFailure('ImageTooLarge')) };
  const message = wireMessage(failure);
  const code = (rows as Record<string, FaceRow>)[failure.kind]?.code ?? CODES[failure.kind] ?? failure.kind;
  if (isGatewayLimit(failure)) return { body: { error: { statusCode: failure.status, message } } };
  const headers = { [CODE_HEADER]: code };
  if (code === 'BadArgument') return { headers, body: { error: { code, statusCode: failure.status, message } } };
  return { headers, body: { error: { code, message } } };
};
