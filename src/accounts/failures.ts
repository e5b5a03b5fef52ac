import { failureCatalogue, plainDialect } from '../kernel/failures.ts';
import type { Dialect } from '../kernel/failures.ts';

export const accountFailure = failureCatalogue({
  AccountNotFound: { status: 404, message: 'There is no account {name}.', remedy: 'List the accounts of the resource group.' },
  AccountFixed: { status: 409, message: 'The {property} of an account cannot be changed; it is {value}.', remedy: 'Make another account.' },
  CollaboratorUnknown: { status: 400, message: 'There is no account {name} to collaborate with.', remedy: 'Name accounts by their id, as the management plane shows it.' },
  JobNotFound: { status: 404, message: 'There is no job {jobId}; it may have expired.', remedy: 'List the jobs of the account.' },
  JobNotRetried: { status: 409, message: 'The job {jobId} is {state}; only one that failed or was cancelled can be run again.', remedy: 'Wait until it has ended.' },
  SessionEnded: { status: 401, message: 'The session of the console has ended.', remedy: 'Sign in again.' },
  SessionForbidden: { status: 403, message: 'A session of the console counts only for calls that the console itself makes.', remedy: 'Use a bearer token of POST /oauth2/token elsewhere.' },
  SignInCodeInvalid: { status: 401, message: 'The sign-in link was used before, or has expired.', remedy: 'Sign in with the admin secret.' },
  WrongSecret: { status: 401, message: 'The client id or secret is wrong.', remedy: 'The admin secret lies in the data folder under secrets, or is set by PERENNIAL_ADMIN_SECRET.' },
});

/** Like the plain dialect, but a missing account or job keeps its own code. */
export const managementDialect: Dialect = (failure) => failure.kind in accountFailure.rows
  ? { body: { error: { code: failure.kind, message: failure.message } } }
  : plainDialect(failure);
