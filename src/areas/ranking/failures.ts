import { failureCatalog, gatewayCode } from '../../kernel/failures.ts';
import type { Dialect, Failure } from '../../kernel/failures.ts';
import rows from './failures.json' with { type: 'json' };

/** The codes of the interface with their fixed messages; the exact problem is in the details. */
export const rankingFailure = failureCatalog(rows);

type Kind = keyof typeof rankingFailure.rows;

/** Failures of the kernel that mean bad input: rendered with the code that the operation declares. */
const BAD_INPUT = new Set(['ParameterMissing', 'ParameterInvalid', 'ParameterTooLong', 'BodyInvalid', 'BodyMissing', 'MediaTypeUnknown']);

const KERNEL_CODES: Readonly<Record<string, Kind>> = {
  BodyTooLarge: 'PayloadSizeExceeded',
  Conflicting: 'OperationNotAllowed',
  PathUnknown: 'ResourceNotFound',
  MethodUnknown: 'BadRequest',
  AddressInvalid: 'BadRequest',
  VersionMissing: 'BadRequest',
  VersionUnknown: 'BadRequest',
  Unexpected: 'InternalServerError',
  Unavailable: 'InternalServerError',
  Overloaded: 'InternalServerError',
  TookTooLong: 'InternalServerError',
};

/** 2022-09-01-preview documents it; it does no harm to others. */
const CODE_HEADER = 'x-ms-error-code';

/** `{error:{code,message,target?,details?}}` with the fixed message of the code; the exact problem is the only detail. */
export const rankingDialect: Dialect = (failure, badInput) => {
  const { kind, message, detail } = failure;
  const code = BAD_INPUT.has(kind) ? ((badInput ?? 'InvalidRequest') as Kind) : KERNEL_CODES[kind];
  if (code !== undefined)
    return {
      headers: { [CODE_HEADER]: code },
      body: {
        error: {
          code,
          message: rankingFailure.rows[code].message,
          ...renderDetails(code, detail.parameter, BAD_INPUT.has(kind) ? message : undefined),
        },
      },
    };
  if (kind in rankingFailure.rows)
    return {
      headers: { [CODE_HEADER]: kind },
      body: { error: { code: kind, message, ...renderDetails(kind, detail.target, detail.details) } },
    };
  return { body: { error: { code: gatewayCode(failure as Failure), message } } };
};

function renderDetails(code: string, target: string | number | undefined, reason: string | number | undefined): object {
  return { ...(target !== undefined && { target }), ...(reason !== undefined && { details: [{ code, message: String(reason) }] }) };
}
