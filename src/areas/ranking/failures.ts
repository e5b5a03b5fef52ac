import { failureCatalogue, gatewayCode } from '../../kernel/failures.ts';
import type { Dialect, Failure } from '../../kernel/failures.ts';

const same = 'See the details of the answer; the operation in /docs says what is allowed.';

/** The codes of the interface with their fixed texts; what exactly was wrong is in the details. */
export const rankingFailure = failureCatalogue({
  BadRequest: { status: 400, message: 'Request could not be understood by the server.', remedy: same },
  InvalidServiceConfiguration: { status: 400, message: 'Invalid service configuration.', remedy: same },
  InvalidLearningModeServiceConfiguration: { status: 400, message: 'Updating defaultReward, rewardWaitTime and rewardAggregation when changing learning mode from Online to Apprentice mode and vice versa is not allowed. Make the mode change and then change the additional settings with an additional API call.', remedy: 'Change the mode first, the reward settings in a second call.' },
  InvalidPolicyConfiguration: { status: 400, message: 'Invalid policy configuration.', remedy: 'The details name the option that is not known or out of range.' },
  InvalidPolicyContract: { status: 400, message: 'Invalid policy contract.', remedy: same },
  InvalidEvaluationContract: { status: 400, message: 'Invalid evaluation contract.', remedy: same },
  DuplicateCustomPolicyNames: { status: 400, message: 'Custom policy names should be unique.', remedy: 'Give each policy a name of its own.' },
  NoLogsExistInDateRange: { status: 400, message: 'No logs exist in date range.', remedy: 'See GET /logs/properties for the range that there is.' },
  LogsSizeExceedAllowedLimit: { status: 400, message: 'Total size of logs exceed allowed limit.', remedy: 'Choose a shorter range.' },
  InvalidRewardRequest: { status: 400, message: 'Invalid reward request.', remedy: 'Send {"value": number} with a number from -1 to 1.' },
  InvalidEventIdToActivate: { status: 400, message: 'Invalid activate event request.', remedy: 'An event id has at most 256 characters.' },
  InvalidRankRequest: { status: 400, message: 'Invalid request.', remedy: same },
  InvalidExportLogsRequest: { status: 400, message: 'Invalid request.', remedy: same },
  InvalidRequest: { status: 400, message: 'Invalid request.', remedy: same },
  InvalidContainer: { status: 400, message: 'SAS Uri must be the Uri to a container that has write permissions.', remedy: 'Logs are not mirrored here; turn logMirrorEnabled off. They are read with a backup.' },
  InvalidModelMetadata: { status: 400, message: 'Invalid model metadata.', remedy: same },
  ApprenticeModeNeverTurnedOn: { status: 400, message: 'Apprentice mode never turned on.', remedy: 'Set learningMode to Apprentice first.' },
  MissingAppId: { status: 400, message: 'AppId is missing in the header.', remedy: same },
  InvalidRewardWaitTime: { status: 400, message: 'Reward wait time should be either 10 minutes or 4 hours or 12 hours or 24 hours', remedy: 'Any duration from 5 seconds to 2 days is taken here.' },
  InvalidLogRetentionDays: { status: 400, message: 'Log Retention Days must be -1 to store indefinitely or must be at least reward wait time plus 1 day (rounded up)', remedy: 'Use -1 or more days.' },
  InvalidMultiSlotApiAccess: { status: 400, message: 'Multi-slot feature is currently disabled. Please follow multi-slot Personalizer documentation to update your loop settings to enable multi-slot functionality.', remedy: 'Turn automatic optimisation off, then put learning settings that begin with --ccb_explore_adf.' },
  PayloadSizeExceeded: { status: 413, message: 'Exceeds maximum allowed payload size.', remedy: 'Send less at once.' },
  InvalidModelImportSignature: { status: 400, message: 'Given model file is not signed or does not have a valid signature.', remedy: 'Import a file from GET /model?signed=true of a server with the same master key.' },
  InvalidModelImportFormat: { status: 400, message: 'Given model file format is invalid.', remedy: 'Import a file from GET /model?signed=true; put the learning settings of the model first.' },
  InvalidApiAccess: { status: 400, message: 'Api is currently disabled for the instance.', remedy: 'A multi-slot loop is called under /multislot; the binary log intake is not served.' },
  ModelFileAccessDenied: { status: 403, message: 'Key vault Key used for customer managed key cannot be accessed.', remedy: same },
  ProblemTypeIncompatibleWithAutoOptimization: { status: 400, message: 'Auto-optimization is not compatible with multi-slot personalization.', remedy: 'Turn automatic optimisation off first.' },
  ResourceNotFound: { status: 404, message: 'Requested resource does not exist on the server.', remedy: same },
  FrontEndNotFound: { status: 404, message: 'Front end not found.', remedy: same },
  EvaluationNotFound: { status: 404, message: 'Offline Evaluation not found.', remedy: 'List the evaluations.' },
  LearningSettingsNotFound: { status: 404, message: 'Learning Settings not found in evaluation.', remedy: 'Name a policy of the evaluation\'s results.' },
  EvaluationModelNotFound: { status: 404, message: 'Model not found in evaluation.', remedy: 'The evaluation has not completed, or the policy learns nothing (Baseline, Random).' },
  LogsPropertiesNotFound: { status: 404, message: 'Log properties not found.', remedy: 'There is no log until the first rank call.' },
  ModelRankingError: { status: 500, message: 'Error while ranking actions using model. Please verify the learning settings are valid.', remedy: 'See the server\'s log.' },
  InternalServerError: { status: 500, message: 'A generic error has occurred on the server.', remedy: 'See the server\'s log under the request id.' },
  RankNullResponse: { status: 500, message: 'Rank call returned null response.', remedy: 'See the server\'s log.' },
  UpdateConfigurationFailed: { status: 500, message: 'Failed to update configuration.', remedy: 'See the server\'s log.' },
  ModelResetFailed: { status: 500, message: 'Model reset failed.', remedy: 'See the server\'s log.' },
  ModelPublishFailed: { status: 500, message: 'Model publish failed.', remedy: 'See the server\'s log.' },
  ModelMetadataUpdateFailed: { status: 500, message: 'Model metadata update failed.', remedy: 'See the server\'s log.' },
  OperationNotAllowed: { status: 409, message: 'This operation is not allowed at this time.', remedy: 'Try again.' },
});

type Kind = keyof typeof rankingFailure.rows;

/** Shared kinds that mean bad input: written under the kind that the operation names. */
const BAD_INPUT = new Set(['ParameterMissing', 'ParameterInvalid', 'ParameterTooLong', 'BodyInvalid', 'BodyMissing', 'MediaTypeUnknown']);

const SHARED: Readonly<Record<string, Kind>> = {
  BodyTooLarge: 'PayloadSizeExceeded', Conflicting: 'OperationNotAllowed', PathUnknown: 'ResourceNotFound', MethodUnknown: 'BadRequest', AddressInvalid: 'BadRequest',
  VersionMissing: 'BadRequest', VersionUnknown: 'BadRequest', Unexpected: 'InternalServerError', Unavailable: 'InternalServerError', TookTooLong: 'InternalServerError',
};

/** `{error:{code,message,target?,details?}}` with the code's fixed message; what exactly was wrong is the one detail. */
export const rankingDialect: Dialect = (failure, badInput) => {
  const { kind, message, detail } = failure;
  const code = BAD_INPUT.has(kind) ? (badInput ?? 'InvalidRequest') as Kind : SHARED[kind];
  if (code !== undefined) return { body: { error: { code, message: rankingFailure.rows[code].message, ...detailed(code, detail.parameter, BAD_INPUT.has(kind) ? message : undefined) } } };
  if (kind in rankingFailure.rows) return { body: { error: { code: kind, message, ...detailed(kind, detail.target, detail.details) } } };
  return { body: { error: { code: gatewayCode(failure as Failure), message } } };
};

function detailed(code: string, target: string | number | undefined, reason: string | number | undefined): object {
  return { ...target !== undefined && { target }, ...reason !== undefined && { details: [{ code, message: String(reason) }] } };
}
