import { catalogue } from '../../contract/failures.ts';
import type { Dialect, Failure } from '../../contract/failures.ts';

export const faceFailure = catalogue({
  PersonGroupNotFound: { status: 404, message: 'Person group is not found.', remedy: 'List the person groups; ids are lower case.' },
  PersonGroupIdInvalid: { status: 404, message: 'Person group ID is invalid.', remedy: 'Use 1 to 64 of a-z, 0-9, - and _.' },
  PersonGroupExists: { status: 409, message: 'Person group already exists.', remedy: 'Update it, or delete it first.' },
});

const ACCESS_DENIED = 'Access denied due to invalid subscription key. Make sure you are subscribed to an API you are trying to call and provide the right key.';

/** Codes of the shared kinds; the message is the kind's own unless `text` gives another. */
const CODES: Readonly<Record<string, string>> = {
  ParameterMissing: 'BadArgument', ParameterInvalid: 'BadArgument', ParameterTooLong: 'BadArgument',
  BodyInvalid: 'BadArgument', BodyMissing: 'BadArgument', BodyTooLarge: 'BadArgument', AddressInvalid: 'BadArgument', MediaTypeUnknown: 'BadArgument',
  KeyMissing: 'Unspecified', KeyInvalid: 'Unspecified', KeyOfOtherKind: 'Unspecified', PredictionKey: 'Unspecified', KeyOfOtherRegion: 'Unspecified', AccountBlocked: 'Unspecified',
  Conflicting: 'ConcurrentOperationConflict', PersonGroupIdInvalid: 'PersonGroupNotFound',
  PathUnknown: '404', Unexpected: 'Unspecified', Unavailable: 'ServiceUnavailable', TookTooLong: 'ServiceUnavailable',
};

function text({ kind, detail, message }: Failure): string {
  switch (kind) {
    case 'KeyMissing':
    case 'KeyInvalid': return ACCESS_DENIED;
    case 'ParameterMissing': return `'${detail.parameter}' is empty.`;
    case 'ParameterTooLong': return `'${detail.parameter}' is too long.`;
    case 'ParameterInvalid': {
      if (detail.parameter === 'personGroupId') return 'Person group ID is invalid.';
      const range = String(detail.details).startsWith('the valid range') ? ` T${String(detail.details).slice(1)}` : '';
      return `'${detail.parameter}' is invalid.${range}`;
    }
    case 'BodyInvalid': return 'JSON parsing error.';
    case 'BodyMissing': return 'Request body is invalid.';
    default: return message;
  }
}

/** Interface section 7.2: a status code instead of a name for 403 and 429, both for a bad argument, a name for the rest. */
export const faceDialect: Dialect = (failure) => {
  const message = text(failure);
  const code = CODES[failure.kind] ?? failure.kind;
  if (failure.status === 403 || failure.status === 429) return { body: { error: { statusCode: failure.status, message } } };
  if (code === 'BadArgument') return { body: { error: { code, statusCode: failure.status, message } } };
  return { body: { error: { code, message } } };
};
