import { failureCatalog, gatewayCode } from '../../../kernel/failures.ts';
import type { Dialect, Failure } from '../../../kernel/failures.ts';

/** Failures of both language areas. */
export const projectFailure = failureCatalog({
  ProjectNotFound: { status: 404, message: 'The project {name} does not exist.', remedy: 'List the projects of the account.' },
  ModelNotFound: { status: 404, message: 'The project {project} has no trained model {label}.', remedy: 'List the models of the project.' },
  DeploymentNotFound: {
    status: 404,
    message: 'The project {project} has no deployment {name}.',
    remedy: 'List the deployments of the project.',
  },
  JobNotFound: {
    status: 404,
    message: 'There is no such job, or it has expired.',
    remedy: 'Use the address from the Operation-Location header. Jobs expire after seven days.',
  },
  NameReserved: { status: 400, message: 'The project name {name} is reserved.', remedy: 'Choose another name.' },
  NameDiffers: {
    status: 400,
    message: 'The project name {given} in the body differs from {name} in the path.',
    remedy: 'Omit it from the body, or send the same name.',
  },
  KindUnknown: {
    status: 400,
    message: 'The project kind {kind} is not available. Available kinds: {known}.',
    remedy: 'See docs/support.md for what is not supported.',
  },
  KindFixed: {
    status: 400,
    message: 'The kind of a project cannot be changed from {kind} to {given}.',
    remedy: 'Create another project, or import into this one.',
  },
  LanguageUnknown: { status: 400, message: 'The language {language} is not supported.', remedy: 'See GET /projects/global/languages.' },
  AssetsInvalid: {
    status: 400,
    message: 'The project cannot be imported: {target}: {details}',
    remedy: 'Fix the named field and import again; nothing was written.',
  },
  SplitInvalid: {
    status: 400,
    message: 'The training and testing percentages must be non-negative integers that add up to 100.',
    remedy: 'Send both, or neither.',
  },
  NothingToTrain: {
    status: 400,
    message: 'The project has no labeled {what} to train on.',
    remedy: 'Import some. With a manual split, at least one must be in the data set Train.',
  },
  ModelOutdated: {
    status: 400,
    message: 'The model was trained by another version of the server and cannot be read.',
    remedy: 'Train and deploy the model again.',
  },
  ResourceUnknown: {
    status: 400,
    message: 'There is no account {id} that agrees to be assigned to projects of this account.',
    remedy:
      'Check the id. An account agrees by its property acceptsAssignmentsFrom, by its key in the header perennial-assigned-account-key, ' +
      'or through a bearer token of the management plane.',
  },
  ResourceUnassigned: {
    status: 400,
    message: 'The resource {id} is not assigned to the project.',
    remedy: 'Assign it first (resources/:assign).',
  },
  TooManyProjects: { status: 400, message: 'The account has reached its limit of {max} projects.', remedy: 'Delete a project first.' },
  QueryEmpty: { status: 400, message: 'The query is empty.', remedy: 'Send a text.' },
  TaskUnsupported: {
    status: 400,
    message: 'Tasks of kind {kind} are not available.',
    remedy: 'Send a custom task for a project of this server; see docs/support.md.',
  },
});

const CODES: Readonly<Record<string, string>> = {
  ProjectNotFound: 'ProjectNotFound',
  ModelNotFound: 'NotFound',
  DeploymentNotFound: 'NotFound',
  JobNotFound: 'OperationNotFound',
  PathUnknown: '404',
  BodyInvalid: 'InvalidRequest',
  BodyMissing: 'InvalidRequest',
  MediaTypeUnknown: 'InvalidRequest',
  BodyTooLarge: 'InvalidRequest',
  AddressInvalid: 'InvalidRequest',
  VersionMissing: 'InvalidRequest',
  VersionUnknown: 'InvalidRequest',
  QuotaExceeded: 'Forbidden',
  Conflicting: 'Conflict',
  TookTooLong: 'ServiceUnavailable',
  Unavailable: 'ServiceUnavailable',
  Overloaded: 'ServiceUnavailable',
  Unexpected: 'InternalServerError',
};

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
