import { failureCatalog, plainDialect } from '../kernel/failures.ts';
import type { Dialect } from '../kernel/failures.ts';

export const accountFailure = failureCatalog({
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
  OperatorNotFound: { status: 404, message: 'There is no operator {operatorId}.', remedy: 'List the operators.' },
  OperatorExists: {
    status: 409,
    message: 'The name {name} is already used by an operator, or reserved.',
    remedy: 'Choose another name, or invite the operator again.',
  },
  OperatorFixed: {
    status: 409,
    message: 'This is not possible for the operator {operatorId}: {details}',
    remedy: 'The admin signs in with the admin secret, and operators of an OIDC issuer with the role that the issuer gives them.',
  },
  PasswordWrong: { status: 401, message: 'The name or password is wrong.', remedy: 'Ask an operator who manages for a new invitation.' },
  InvitationInvalid: {
    status: 401,
    message: 'The invitation has been used or has expired.',
    remedy: 'Ask an operator who manages for a new invitation.',
  },
  SignInNotOffered: {
    status: 404,
    message: 'Signing in with an OIDC issuer is not configured.',
    remedy: 'Set PERENNIAL_OIDC_ISSUER and PERENNIAL_OIDC_CLIENT_ID.',
  },
  SignInRefused: {
    status: 401,
    message: 'Signing in with the issuer failed: {details}',
    remedy: 'Start again from the sign-in page of the console.',
  },
  SignInRoleMissing: {
    status: 403,
    message: 'The issuer gives {name} no role here.',
    remedy: 'Give the user a role in the claim that PERENNIAL_OIDC_ROLE_CLAIM names.',
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
