import { failureCatalogue, gatewayCode } from '../../kernel/failures.ts';
import type { Dialect } from '../../kernel/failures.ts';

/** What authoring and prediction refuse. Most are 400 BadArgument on the wire, as the original answers unknown ids too. */
export const understandingFailure = failureCatalogue({
  AppNotFound: { status: 400, message: 'Cannot find an application with the specified ID', remedy: 'List the apps of the account.' },
  VersionNotFound: { status: 400, message: 'Cannot find a version with the specified ID in this application', remedy: 'List the versions of the app.' },
  ModelNotFound: { status: 400, message: 'Cannot find a model with the specified ID in this application version', remedy: 'List the models of the version.' },
  NameTaken: { status: 400, message: 'A model with the name {name} already exists in this application version.', remedy: 'Choose another name.' },
  NoneIntent: { status: 400, message: 'The None intent cannot be renamed or deleted.', remedy: 'Every version has it.' },
  EntityInUse: { status: 400, message: 'The entity {name} is used in the pattern "{pattern}".', remedy: 'Delete or change the pattern first.' },
  EntityInstanced: { status: 400, message: 'The entity {name} cannot be deleted: {part} is an instance of it.', remedy: 'Let the part be an instance of another entity first, or of none.' },
  PartsTooDeep: { status: 400, message: 'Parts of entities lie {most} levels deep at most.', remedy: 'Make the structure flatter.' },
  UseInvalid: { status: 400, message: 'A feature relation names either a model (modelName) or a feature (featureName).', remedy: 'Name one of the two.' },
  UseUnknown: { status: 400, message: 'The model or feature {name} does not exist in this application version, or is the model itself.', remedy: 'See GET …/models and GET …/features.' },
  EntityUnknown: { status: 400, message: 'The entity {name} does not exist in this application version.', remedy: 'Add the entity first.' },
  RoleUnknown: { status: 400, message: 'The entity {entity} has no role {name}.', remedy: 'Add the role first.' },
  IntentUnknown: { status: 400, message: 'The intent classifier {name} does not exist in the selected application version.', remedy: 'Add the intent first.' },
  PatternInvalid: { status: 400, message: 'The pattern is invalid: {details}', remedy: 'See docs/understanding.md for how patterns are written.' },
  RegexInvalid: { status: 400, message: 'The regular expression is invalid: {details}', remedy: 'Only expressions that can be matched in linear time are taken.' },
  PrebuiltUnknown: { status: 400, message: 'The prebuilt entity {name} is not available in the culture {culture}.', remedy: 'See GET …/listprebuilts for those that are.' },
  CultureUnknown: { status: 400, message: 'The culture {culture} is not supported.', remedy: 'See GET /apps/cultures.' },
  AppNameTaken: { status: 400, message: 'An application with the name {name} already exists.', remedy: 'Choose another name.' },
  VersionTaken: { status: 400, message: 'A version {name} already exists in this application.', remedy: 'Choose another version id.' },
  VersionLimit: { status: 400, message: 'The application has as many versions as it may have: {most}.', remedy: 'Delete one first.' },
  ModelLimit: { status: 400, message: 'The application version has as many {what} as it may have: {most}.', remedy: 'Delete some first.' },
  VersionTooLarge: { status: 400, message: 'The application version would be larger than it may be: {most} characters.', remedy: 'Shorten its lists.' },
  VersionActive: { status: 400, message: 'The version is published or active and cannot be deleted.', remedy: 'Publish another version first.' },
  AppPublished: { status: 400, message: 'The application is published and cannot be deleted without force.', remedy: 'Add force=true.' },
  LabelInvalid: { status: 400, message: 'The label of entity {entity} is invalid: {details}', remedy: 'Indexes are of characters, both ends included, within the text; labels of one level do not overlap.' },
  UtteranceInvalid: { status: 400, message: 'The utterance text is invalid: {details}', remedy: 'A text has 1 to 500 characters.' },
  FeatureNotFound: { status: 400, message: 'Cannot find a feature with the specified ID in this application version', remedy: 'List the features of the version.' },
  PatternNotFound: { status: 400, message: 'Cannot find a pattern with the specified ID in this application version', remedy: 'List the patterns of the version.' },
  ExampleNotFound: { status: 400, message: 'Cannot find an example utterance with the specified ID in this application version', remedy: 'List the examples of the version.' },
  ChangeInvalid: { status: 400, message: 'Nothing was changed: {path}: {details}', remedy: 'Mend the utterance to which the path points, or leave it out, and send them all again.' },
  CloudAccountUnknown: { status: 400, message: 'There is no account {name} in resource group {group} of subscription {subscription}.', remedy: 'List the accounts with the management plane.' },
  PublishSettingUnsupported: { status: 400, message: 'Sentiment analysis, speech priming and spell checking are not available.', remedy: 'Leave them off.' },
  AppInvalid: { status: 400, message: 'The app cannot be imported: {path}: {details}', remedy: 'Mend the file where the path points, and import it again; nothing was written.' },
  LuInvalid: { status: 400, message: 'The .lu file cannot be imported: line {line}: {details}', remedy: 'Mend the line, and import it again; nothing was written.' },
  LuUnwritable: { status: 400, message: 'The version cannot be written as .lu: {details}', remedy: 'Export it as JSON, which holds everything.' },
  DomainUnknown: { status: 400, message: 'There is no prebuilt domain {domain} in the culture {culture}.', remedy: 'See GET /apps/customprebuiltdomains.' },
  DomainModelUnknown: { status: 400, message: 'The prebuilt domain {domain} has no {kind} {name}.', remedy: 'See GET /apps/customprebuiltdomains.' },
  DomainCultureUnknown: { status: 400, message: 'There are no prebuilt domains in the culture {culture}.', remedy: 'See GET /apps/customprebuiltdomains for the cultures that have some.' },
  AppUnknown: { status: 404, message: 'Resource not found', remedy: 'There is no such app; see GET /luis/api/v2.0/apps.' },
  VersionUnknown: { status: 404, message: 'The version does not exist in this application.', remedy: 'List the versions of the app.' },
  SlotUnknown: { status: 404, message: 'The slot {slot} does not exist.', remedy: 'Slots are production and staging.' },
  NotPublished: { status: 404, message: 'The application is not published at the slot {slot}.', remedy: 'Train a version and publish it.' },
  VersionUntrained: { status: 400, message: 'The application version has not been trained.', remedy: 'Train it first.' },
  NotAssigned: { status: 401, message: 'Access denied: the account of the subscription key is neither the owner of the application nor assigned to it.', remedy: 'Assign the account to the app (cloudaccounts), or use a key of its owner.' },
  MustRetrain: { status: 410, message: 'The application must be trained and published again.', remedy: 'Its model was made by another version of the server.' },
  QueryEmpty: { status: 400, message: 'The query is empty.', remedy: 'Send an utterance.' },
  QueryTooLong: { status: 414, message: 'The query is longer than 500 characters.', remedy: 'Send less at once.' },
  SpellCheckUnsupported: { status: 400, message: 'Spell checking is not available.', remedy: 'Leave spellCheck off; the vendor\'s spelling service is a separate one.' },
  ExternalInvalid: { status: 400, message: 'The external entity {entity} lies outside of the query.', remedy: 'startIndex and entityLength count characters of the query.' },
  ListUnknown: { status: 400, message: 'The list entity {name} does not exist in the published application.', remedy: 'Dynamic lists extend list entities of the app.' },
  EvaluationOutdated: { status: 400, message: 'The version was never trained, or was edited since.', remedy: 'Train the version first: what was trained is what is evaluated.' },
  NotTrained: { status: 400, message: 'The application cannot be published. One or more models in the application version require training.', remedy: 'Train the version, and wait until its status is Success or UpToDate.' },
});

/** Shared kinds that mean bad input; the area's own of status 400 do too. */
const CODES: Readonly<Record<string, string>> = {
  ParameterMissing: 'BadArgument', ParameterInvalid: 'BadArgument', ParameterTooLong: 'BadArgument', BodyInvalid: 'BadArgument', BodyMissing: 'BadArgument', MediaTypeUnknown: 'BadArgument', AddressInvalid: 'BadArgument',
};

/** Authoring and prediction v3.0: `{error:{code,message}}`. */
export const authoringDialect: Dialect = (failure) => ({ body: { error: { code: CODES[failure.kind] ?? (failure.kind in understandingFailure.rows && [400, 414].includes(failure.status) ? 'BadArgument' : gatewayCode(failure)), message: failure.message } } });

/** Prediction v2.0: `{statusCode,message}`, not wrapped. */
export const predictionDialect: Dialect = ({ status, message }) => ({ body: { statusCode: String(status), message } });
