import { failureCatalog, gatewayCode } from '../../kernel/failures.ts';
import type { Dialect } from '../../kernel/failures.ts';

/** Failures of authoring and prediction. Most are 400 BadArgument on the wire, also for unknown ids, as in the vendor's service. */
export const understandingFailure = failureCatalog({
  AppNotFound: { status: 400, message: 'Cannot find an application with the specified ID', remedy: 'List the apps of the account.' },
  VersionNotFound: {
    status: 400,
    message: 'Cannot find a version with the specified ID in this application',
    remedy: 'List the versions of the app.',
  },
  ModelNotFound: {
    status: 400,
    message: 'Cannot find a model with the specified ID in this application version',
    remedy: 'List the models of the version.',
  },
  NameTaken: {
    status: 400,
    message: 'A model with the name {name} already exists in this application version.',
    remedy: 'Choose another name.',
  },
  NoneIntent: { status: 400, message: 'The None intent cannot be renamed or deleted.', remedy: 'Every version needs it.' },
  EntityInUse: {
    status: 400,
    message: 'The entity {name} is used in the pattern "{pattern}".',
    remedy: 'Delete or change the pattern first.',
  },
  EntityInstanced: {
    status: 400,
    message: 'The entity {name} cannot be deleted: {part} is an instance of it.',
    remedy: 'First remove instanceOf from the part, or set it to another entity.',
  },
  PartsTooDeep: { status: 400, message: 'Entities may have at most {max} levels of parts.', remedy: 'Use fewer levels.' },
  UseInvalid: {
    status: 400,
    message: 'A feature relation names either a model (modelName) or a feature (featureName).',
    remedy: 'Send exactly one of the two.',
  },
  UseUnknown: {
    status: 400,
    message: 'The model or feature {name} does not exist in this application version, or is the model itself.',
    remedy: 'See GET …/models and GET …/features.',
  },
  EntityUnknown: { status: 400, message: 'The entity {name} does not exist in this application version.', remedy: 'Add the entity first.' },
  RoleUnknown: { status: 400, message: 'The entity {entity} has no role {name}.', remedy: 'Add the role first.' },
  IntentUnknown: {
    status: 400,
    message: 'The intent classifier {name} does not exist in the selected application version.',
    remedy: 'Add the intent first.',
  },
  PatternInvalid: {
    status: 400,
    message: 'The pattern is invalid: {details}',
    remedy: 'See docs/understanding.md for the pattern syntax.',
  },
  RegexInvalid: {
    status: 400,
    message: 'The regular expression is invalid: {details}',
    remedy: 'Use an expression that can be matched in linear time: without lookaround and backreferences.',
  },
  PrebuiltUnknown: {
    status: 400,
    message: 'The prebuilt entity {name} is not available in the culture {culture}.',
    remedy: 'See GET …/listprebuilts for the available ones.',
  },
  CultureUnknown: { status: 400, message: 'The culture {culture} is not supported.', remedy: 'See GET /apps/cultures.' },
  AppNameTaken: { status: 400, message: 'An application with the name {name} already exists.', remedy: 'Choose another name.' },
  VersionTaken: { status: 400, message: 'A version {name} already exists in this application.', remedy: 'Choose another version id.' },
  VersionLimit: { status: 400, message: 'The application has reached the limit of {max} versions.', remedy: 'Delete one first.' },
  ModelLimit: { status: 400, message: 'The application version has reached the limit of {max} {what}.', remedy: 'Delete some first.' },
  VersionTooLarge: {
    status: 400,
    message: 'The application version would exceed the limit of {max} characters.',
    remedy: 'Shorten its lists.',
  },
  VersionActive: {
    status: 400,
    message: 'The version is published or active and cannot be deleted.',
    remedy: 'Publish another version first.',
  },
  LabelInvalid: {
    status: 400,
    message: 'The label of entity {entity} is invalid: {details}',
    remedy: 'Use inclusive character indexes within the text. Labels of the same level must not overlap.',
  },
  UtteranceInvalid: { status: 400, message: 'The utterance text is invalid: {details}', remedy: 'Send a text of 1 to 500 characters.' },
  FeatureNotFound: {
    status: 400,
    message: 'Cannot find a feature with the specified ID in this application version',
    remedy: 'List the features of the version.',
  },
  PatternNotFound: {
    status: 400,
    message: 'Cannot find a pattern with the specified ID in this application version',
    remedy: 'List the patterns of the version.',
  },
  ExampleNotFound: {
    status: 400,
    message: 'Cannot find an example utterance with the specified ID in this application version',
    remedy: 'List the examples of the version.',
  },
  ChangeInvalid: {
    status: 400,
    message: 'Nothing was changed: {path}: {details}',
    remedy: 'Fix or remove the utterance at the path, then send the request again.',
  },
  CloudAccountUnknown: {
    status: 400,
    message: 'There is no account {name} in resource group {group} of subscription {subscription}.',
    remedy: 'List the accounts through the management API.',
  },
  PublishSettingUnsupported: {
    status: 400,
    message: 'Sentiment analysis, speech priming and spell checking are not available.',
    remedy: 'Turn them off.',
  },
  AppInvalid: {
    status: 400,
    message: 'The app cannot be imported: {path}: {details}',
    remedy: 'Fix the file at the path and import it again. Nothing was written.',
  },
  LuInvalid: {
    status: 400,
    message: 'The .lu file cannot be imported: line {line}: {details}',
    remedy: 'Fix the line and import the file again. Nothing was written.',
  },
  LuUnwritable: {
    status: 400,
    message: 'The version cannot be written as .lu: {details}',
    remedy: 'Export it as JSON, which has no such limits.',
  },
  DomainUnknown: {
    status: 400,
    message: 'There is no prebuilt domain {domain} in the culture {culture}.',
    remedy: 'See GET /apps/customprebuiltdomains.',
  },
  DomainModelUnknown: {
    status: 400,
    message: 'The prebuilt domain {domain} has no {kind} {name}.',
    remedy: 'See GET /apps/customprebuiltdomains.',
  },
  DomainCultureUnknown: {
    status: 400,
    message: 'There are no prebuilt domains in the culture {culture}.',
    remedy: 'See GET /apps/customprebuiltdomains for the available cultures.',
  },
  AppUnknown: {
    status: 404,
    message: 'Resource not found',
    remedy: 'Check the id: GET /luis/api/v2.0/apps lists the apps of the account.',
  },
  VersionUnknown: { status: 404, message: 'The version does not exist in this application.', remedy: 'List the versions of the app.' },
  SlotUnknown: { status: 404, message: 'The slot {slot} does not exist.', remedy: 'Use production or staging.' },
  NotPublished: {
    status: 404,
    message: 'The application is not published at the slot {slot}.',
    remedy: 'Train a version and publish it to the slot.',
  },
  VersionUntrained: { status: 400, message: 'The application version has not been trained.', remedy: 'Train it first.' },
  NotAssigned: {
    status: 401,
    message: 'Access denied: the account of the subscription key is neither the owner of the application nor assigned to it.',
    remedy: 'Assign the account to the app with POST …/cloudaccounts, or use a key of its owner.',
  },
  MustRetrain: {
    status: 410,
    message: 'The application must be trained and published again.',
    remedy: 'Train and publish it again: another version of the server created its model.',
  },
  QueryEmpty: { status: 400, message: 'The query is empty.', remedy: 'Send an utterance.' },
  QueryTooLong: { status: 414, message: 'The query is longer than 500 characters.', remedy: 'Send a shorter query.' },
  SpellCheckUnsupported: { status: 400, message: 'Spell checking is not available.', remedy: 'Omit spellCheck.' },
  ExternalInvalid: {
    status: 400,
    message: 'The external entity {entity} is outside of the query.',
    remedy: 'startIndex and entityLength count the characters of the query.',
  },
  ListUnknown: {
    status: 400,
    message: 'The list entity {name} does not exist in the published application.',
    remedy: 'Name a list entity of the app: dynamic lists extend them.',
  },
  EvaluationOutdated: {
    status: 400,
    message: 'The version was never trained or was edited since its last training.',
    remedy: 'Train the version first.',
  },
  NotTrained: {
    status: 400,
    message: 'The application cannot be published. One or more models in the application version require training.',
    remedy: 'Train the version and wait until its status is Success or UpToDate.',
  },
});

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
