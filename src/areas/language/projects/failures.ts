import { failureCatalog, gatewayCode } from '../../../kernel/failures.ts';
import type { Dialect, Failure } from '../../../kernel/failures.ts';
import rows from './failures.json' with { type: 'json' };
import errors from './error-codes.json' with { type: 'json' };

/** Failures of both language areas. */
export const projectFailure = failureCatalog(rows);

const CODES: Readonly<Record<string, string>> = errors.codes;

/** The field that the failure is about. */
function targetOf({ detail }: Failure): { target?: string } {
  const target = detail.target ?? detail.parameter;
  return target === undefined ? {} : { target: String(target) };
}

/** `{error:{code,message,target?,details?}}`. */
export const languageDialect: Dialect = (failure) => {
  const { status, kind, message } = failure;
  const code = CODES[kind] ?? (status === 400 ? 'InvalidArgument' : gatewayCode(failure));
  const target = targetOf(failure);
  return { body: { error: { code, message, ...target, ...(target.target !== undefined && { details: [{ code, message, ...target }] }) } } };
};
