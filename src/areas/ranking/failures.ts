import { failureCatalog, gatewayCode } from '../../kernel/failures.ts';
import type { Dialect, Failure } from '../../kernel/failures.ts';

const SEE_DETAILS = 'See the details in the reply; /docs describes what the operation accepts.';

/** The codes of the interface with their fixed messages; the exact problem is in the details. */
export const rankingFailure = failureCatalog({
  BadRequest: { status: 400, message: 'Request could not be understood by the server.', remedy: SEE_DETAILS },
  InvalidServiceConfiguration: { status: 400, message: 'Invalid service configuration.', remedy: SEE_DETAILS },
  InvalidLearningModeServiceConfiguration: {
    status: 400,
    message:
      'Updating defaultReward, rewardWaitTime and rewardAggregation when changing learning mode from Online to Apprentice mode and vice versa is not allowed. Make the mode change and then change the additional settings with an additional API call.',
    remedy: 'Change the mode first, then the reward settings in a second call.',
  },
  InvalidPolicyConfiguration: {
    status: 400,
    message: 'Invalid policy configuration.',
    remedy: 'The details name the option that is unknown or out of range.',
  },
  InvalidPolicyContract: { status: 400, message: 'Invalid policy contract.', remedy: SEE_DETAILS },
  InvalidEvaluationContract: { status: 400, message: 'Invalid evaluation contract.', remedy: SEE_DETAILS },
  InvalidContract: { status: 400, message: 'Invalid contract.', remedy: SEE_DETAILS },
  DuplicateCustomPolicyNames: { status: 400, message: 'Custom policy names should be unique.', remedy: 'Give each policy a unique name.' },
  NoLogsExistInDateRange: {
    status: 400,
    message: 'No logs exist in date range.',
    remedy: 'GET /logs/properties returns the available range.',
  },
  LogsSizeExceedAllowedLimit: { status: 400, message: 'Total size of logs exceed allowed limit.', remedy: 'Choose a shorter range.' },
  InvalidRewardRequest: { status: 400, message: 'Invalid reward request.', remedy: 'Send {"value": number} with a number from -1 to 1.' },
  InvalidEventIdToActivate: { status: 400, message: 'Invalid activate event request.', remedy: 'An event id has at most 256 characters.' },
  InvalidRankRequest: { status: 400, message: 'Invalid request.', remedy: SEE_DETAILS },
  InvalidExportLogsRequest: { status: 400, message: 'Invalid request.', remedy: SEE_DETAILS },
  InvalidRequest: { status: 400, message: 'Invalid request.', remedy: SEE_DETAILS },
  InvalidContainer: {
    status: 400,
    message: 'SAS Uri must be the Uri to a container that has write permissions.',
    remedy: 'Set logMirrorEnabled to false: this server does not mirror logs. A backup contains them.',
  },
  InvalidSasUri: {
    status: 400,
    message:
      'SAS Uri must be the Uri to a container that has write permissions; Or the date in SAS Uri is not in the format of yyyy-mm-ddThh:mm:ssZ.',
    remedy: 'Set logMirrorEnabled to false: this server does not mirror logs. A backup contains them.',
  },
  InvalidModelMetadata: { status: 400, message: 'Invalid model metadata.', remedy: SEE_DETAILS },
  ApprenticeModeNeverTurnedOn: {
    status: 400,
    message: 'Apprentice mode never turned on.',
    remedy: 'Set learningMode to Apprentice first.',
  },
  MissingAppId: { status: 400, message: 'AppId is missing in the header.', remedy: SEE_DETAILS },
  InvalidRewardWaitTime: {
    status: 400,
    message: 'Reward wait time should be either 10 minutes or 4 hours or 12 hours or 24 hours',
    remedy: 'Use a duration from 5 seconds to 2 days.',
  },
  InvalidLogRetentionDays: {
    status: 400,
    message: 'Log Retention Days must be -1 to store indefinitely or must be at least reward wait time plus 1 day (rounded up)',
    remedy: 'Use -1 or a larger number of days.',
  },
  InvalidMultiSlotApiAccess: {
    status: 400,
    message:
      'Multi-slot feature is currently disabled. Please follow multi-slot Personalizer documentation to update your loop settings to enable multi-slot functionality.',
    remedy: 'Disable automatic optimization, then set learning settings that start with --ccb_explore_adf.',
  },
  PayloadSizeExceeded: { status: 413, message: 'Exceeds maximum allowed payload size.', remedy: 'Send a smaller request.' },
  InvalidModelImportSignature: {
    status: 400,
    message: 'Given model file is not signed or does not have a valid signature.',
    remedy: 'Import a file from GET /model?signed=true of a server with the same master key.',
  },
  InvalidModelImportFormat: {
    status: 400,
    message: 'Given model file format is invalid.',
    remedy: 'Import a file from GET /model?signed=true; set the learning settings of the model first.',
  },
  FeatureImportanceAlreadyExists: {
    status: 409,
    message: 'Feature importance with id {id} already exists.',
    remedy: 'Use another id, or delete it first.',
  },
  EvaluationAlreadyExists: {
    status: 409,
    message: 'Evaluation with id {id} already exists.',
    remedy: 'Use another id, or delete it first.',
  },
  InvalidModelRetrainDays: {
    status: 400,
    message: 'Model retrain days must be between 0 and the number of log retention days.',
    remedy: 'Keep the log longer, or retrain on fewer days.',
  },
  InvalidApiAccess: {
    status: 400,
    message: 'Api is currently disabled for the instance.',
    remedy: 'Use /multislot for a multi-slot loop; the binary log intake is not supported.',
  },
  ModelFileAccessDenied: { status: 403, message: 'Key vault Key used for customer managed key cannot be accessed.', remedy: SEE_DETAILS },
  ProblemTypeIncompatibleWithAutoOptimization: {
    status: 400,
    message: 'Auto-optimization is not compatible with multi-slot personalization.',
    remedy: 'Disable automatic optimization first.',
  },
  ResourceNotFound: { status: 404, message: 'Requested resource does not exist on the server.', remedy: SEE_DETAILS },
  FrontEndNotFound: { status: 404, message: 'Front end not found.', remedy: SEE_DETAILS },
  EvaluationNotFound: { status: 404, message: 'Offline Evaluation not found.', remedy: 'List the evaluations.' },
  FeatureImportanceNotFound: { status: 404, message: 'Feature importance not found.', remedy: 'List the feature importances.' },
  LearningSettingsNotFound: {
    status: 404,
    message: 'Learning Settings not found in evaluation.',
    remedy: 'Use the name of a policy in the results of the evaluation.',
  },
  EvaluationModelNotFound: {
    status: 404,
    message: 'Model not found in evaluation.',
    remedy: 'The evaluation has not completed, or the policy learns nothing (Baseline, Random).',
  },
  LogsPropertiesNotFound: { status: 404, message: 'Log properties not found.', remedy: 'There is no log until the first rank call.' },
  ModelRankingError: {
    status: 500,
    message: 'Error while ranking actions using model. Please verify the learning settings are valid.',
    remedy: "See the server's log.",
  },
  InternalServerError: {
    status: 500,
    message: 'A generic error has occurred on the server.',
    remedy: "See the server's log under the request id.",
  },
  RankNullResponse: { status: 500, message: 'Rank call returned null response.', remedy: "See the server's log." },
  UpdateConfigurationFailed: { status: 500, message: 'Failed to update configuration.', remedy: "See the server's log." },
  ModelResetFailed: { status: 500, message: 'Model reset failed.', remedy: "See the server's log." },
  ModelPublishFailed: { status: 500, message: 'Model publish failed.', remedy: "See the server's log." },
  ModelMetadataUpdateFailed: { status: 500, message: 'Model metadata update failed.', remedy: "See the server's log." },
  OperationNotAllowed: { status: 409, message: 'This operation is not allowed at this time.', remedy: 'Try again.' },
});

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
