import { failureCatalogue, plainDialect } from '../kernel/failures.ts';
import type { Dialect } from '../kernel/failures.ts';

export const accountFailure = failureCatalogue({
  AccountNotFound: { status: 404, message: 'There is no account {name}.', remedy: 'List the accounts of the resource group.' },
  AccountFixed: {
    status: 409,
    message: 'The {property} of an account cannot be changed; it is {value}.',
    remedy: 'Create another account.',
  },
  CollaboratorUnknown: {
    status: 400,
    message: 'There is no account {name} to collaborate with.',
    remedy: 'Use the account id that the management plane shows.',
  },
  AcceptedUnknown: {
    status: 400,
    message: 'There is no account {name} to accept assignments from.',
    remedy: 'Use the account id that the management plane shows.',
  },
  AssignmentNotFound: {
    status: 404,
    message: 'The account has no assignment {assignmentId}.',
    remedy: 'List the assignments of the account.',
  },
  JobNotFound: { status: 404, message: 'There is no job {jobId}; it may have expired.', remedy: 'List the jobs of the account.' },
  JobNotRetried: {
    status: 409,
    message: 'The job {jobId} is {state}; only a failed or cancelled job can be retried.',
    remedy: 'Wait until the job is complete.',
  },
  SessionEnded: { status: 401, message: 'The console session has expired.', remedy: 'Sign in again.' },
  SessionForbidden: {
    status: 403,
    message: 'A console session is valid only for calls of the console itself.',
    remedy: 'Use a bearer token from POST /oauth2/token instead.',
  },
  SignInCodeInvalid: { status: 401, message: 'The sign-in link has been used or has expired.', remedy: 'Sign in with the admin secret.' },
  WrongSecret: {
    status: 401,
    message: 'The client id or secret is wrong.',
    remedy: 'The admin secret is in the secrets folder of the data folder, or set by PERENNIAL_ADMIN_SECRET.',
  },
});

/** Like the plain dialect, but a missing account or job keeps its own code. */
export const managementDialect: Dialect = (failure) =>
  failure.kind in accountFailure.rows ? { body: { error: { code: failure.kind, message: failure.message } } } : plainDialect(failure);
