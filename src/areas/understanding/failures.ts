import { failureCatalog, gatewayCode } from '../../kernel/failures.ts';
import type { Dialect } from '../../kernel/failures.ts';
import rows from './failures.json' with { type: 'json' };

/** Failures of authoring and prediction. Most are 400 BadArgument on the wire, also for unknown ids, as in the vendor's service. */
export const understandingFailure = failureCatalog(rows);

/** Shared failures that are bad input. The area's own failures with status 400 and 414 are too. */
const CODES: Readonly<Record<string, string>> = {
  ParameterMissing: 'BadArgument',
  ParameterInvalid: 'BadArgument',
  ParameterTooLong: 'BadArgument',
  BodyInvalid: 'BadArgument',
  BodyMissing: 'BadArgument',
  MediaTypeUnknown: 'BadArgument',
  AddressInvalid: 'BadArgument',
};

/** Authoring and prediction v3.0: `{error:{code,message}}`. */
export const authoringDialect: Dialect = (failure) => ({
  body: {
    error: {
      code:
        CODES[failure.kind] ??
        (failure.kind in understandingFailure.rows && [400, 414].includes(failure.status) ? 'BadArgument' : gatewayCode(failure)),
      message: failure.message,
    },
  },
});

/** Prediction v2.0: `{statusCode,message}`, not wrapped. */
export const predictionDialect: Dialect = ({ status, message }) => ({ body: { statusCode: String(status), message } });
