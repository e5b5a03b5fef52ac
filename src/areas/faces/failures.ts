/**
 * The area's failures, with the texts of the interface, and their wire shape. A failure that has another status in another operation has a
 * row of its own: `InBody` failures are those of identify, verify and find similar, which reply 400 where other operations reply 404.
 */
import { failureCatalog } from '../../kernel/failures.ts';
import type { Dialect, Failure, FailureRow } from '../../kernel/failures.ts';
import { GALLERY_KINDS } from './model.ts';

/** `code` is omitted where it is the name of the row. */
interface FaceRow extends FailureRow {
  code?: string;
}

const LIST = 'List the galleries of this kind; ids are lower case.';
const USE_VALID_ID = 'Use 1 to 64 of a-z, 0-9, - and _.';
const UPDATE_OR_DELETE = 'Update it, or delete it first.';
const DELETE_SOME = 'Delete galleries that are no longer needed.';
const TRAIN = 'Train it, then poll the training status until it is succeeded.';
const WAIT = 'Wait until the training has finished.';

const galleryRows = {
  PersonGroupNotFound: { status: 404, message: 'Person group is not found.', remedy: LIST },
  PersonGroupIdInvalid: { status: 404, code: 'PersonGroupNotFound', message: 'Person group ID is invalid.', remedy: USE_VALID_ID },
  PersonGroupExists: { status: 409, message: 'Person group already exists.', remedy: UPDATE_OR_DELETE },
  PersonGroupLimitReached: {
    status: 403,
    code: 'QuotaExceeded',
    message: 'Person group number reached subscription level limit.',
    remedy: DELETE_SOME,
  },
  PersonGroupNotTrained: { status: 404, message: 'Person group not trained.', remedy: TRAIN },
  PersonGroupTrainingNotFinished: { status: 409, message: 'Person group is under training.', remedy: WAIT },
  PersonGroupNotFoundInBody: { status: 400, code: 'PersonGroupNotFound', message: 'Person group is not found.', remedy: LIST },
  PersonGroupNotTrainedInBody: { status: 400, code: 'PersonGroupNotTrained', message: 'Person group not trained.', remedy: TRAIN },

  LargePersonGroupNotFound: { status: 404, message: 'Large person group is not found.', remedy: LIST },
  LargePersonGroupIdInvalid: {
    status: 404,
    code: 'LargePersonGroupNotFound',
    message: 'Large person group ID is invalid.',
    remedy: USE_VALID_ID,
  },
  LargePersonGroupExists: { status: 409, message: 'Large person group already exists.', remedy: UPDATE_OR_DELETE },
  LargePersonGroupLimitReached: {
    status: 403,
    code: 'QuotaExceeded',
    message: 'Large person group number reached subscription level limit.',
    remedy: DELETE_SOME,
  },
  LargePersonGroupNotTrained: { status: 404, message: 'Large person group not trained.', remedy: TRAIN },
  LargePersonGroupTrainingNotFinished: { status: 409, message: 'Large person group is under training.', remedy: WAIT },
  LargePersonGroupNotFoundInBody: {
    status: 400,
    code: 'LargePersonGroupNotFound',
    message: 'Large person group is not found.',
    remedy: LIST,
  },
  LargePersonGroupNotTrainedInBody: {
    status: 400,
    code: 'LargePersonGroupNotTrained',
    message: 'Large person group not trained.',
    remedy: TRAIN,
  },

  FaceListNotFound: { status: 404, message: 'Face list is not found.', remedy: LIST },
  FaceListIdInvalid: { status: 404, code: 'FaceListNotFound', message: 'Face list ID is invalid.', remedy: USE_VALID_ID },
  FaceListExists: { status: 409, message: 'Face list already exists.', remedy: UPDATE_OR_DELETE },
  FaceListLimitReached: {
    status: 403,
    code: 'QuotaExceeded',
    message: 'Face list number reached subscription level limit.',
    remedy: DELETE_SOME,
  },
  FaceListNotFoundInBody: { status: 400, code: 'FaceListNotFound', message: 'Face list is not found.', remedy: LIST },

  LargeFaceListNotFound: { status: 404, message: 'Large face list is not found.', remedy: LIST },
  LargeFaceListIdInvalid: { status: 404, code: 'LargeFaceListNotFound', message: 'Large face list ID is invalid.', remedy: USE_VALID_ID },
  LargeFaceListExists: { status: 409, message: 'Large face list already exists.', remedy: UPDATE_OR_DELETE },
  LargeFaceListLimitReached: {
    status: 403,
    code: 'QuotaExceeded',
    message: 'Large face list number reached subscription level limit.',
    remedy: DELETE_SOME,
  },
  LargeFaceListNotTrained: { status: 404, message: 'Large face list not trained.', remedy: TRAIN },
  LargeFaceListTrainingNotFinished: { status: 409, message: 'Large face list is under training.', remedy: WAIT },
  LargeFaceListNotFoundInBody: { status: 400, code: 'LargeFaceListNotFound', message: 'Large face list is not found.', remedy: LIST },
  LargeFaceListNotTrainedInBody: {
    status: 400,
    code: 'LargeFaceListNotTrained',
    message: 'Large face list is not trained.',
    remedy: TRAIN,
  },
} satisfies Record<string, FaceRow>;

const bad = (message: string, remedy: string): FaceRow => ({ status: 400, code: 'BadArgument', message, remedy });
const image = (code: string, message: string, remedy: string): FaceRow => ({ status: 400, code, message, remedy });

const rows = {
  ...galleryRows,
  PersonLimitReached: {
    status: 403,
    code: 'QuotaExceeded',
    message: 'Person number reached {gallery} level limit.',
    remedy: 'Delete persons, or use a large person group.',
  },
  FaceLimitReached: {
    status: 403,
    code: 'QuotaExceeded',
    message: 'Persisted face number reached limit.',
    remedy: 'Delete some faces: the limit is 248 for a person, 1,000 for a face list and 1,000,000 for a large face list.',
  },
  PersonNotFound: { status: 404, message: 'Person {personId} is not found.', remedy: 'List the persons of the group.' },
  PersonIdInvalid: {
    status: 404,
    code: 'PersonNotFound',
    message: 'Person ID is invalid.',
    remedy: 'Use the personId that creating the person returned.',
  },
  PersistedFaceNotFound: { status: 404, message: 'Persisted face is not found.', remedy: 'Get the person, or list the faces.' },
  PersistedFaceIdInvalid: {
    status: 404,
    code: 'PersistedFaceNotFound',
    message: 'Persisted face ID is invalid.',
    remedy: 'Use the persistedFaceId that adding the face returned.',
  },
  DynamicPersonGroupNotFound: { status: 404, message: 'Dynamic person group was not found.', remedy: LIST },
  DynamicPersonGroupIdInvalid: {
    status: 400,
    code: 'DynamicPersonGroupNotFound',
    message: 'Dynamic person group ID is invalid.',
    remedy: USE_VALID_ID,
  },
  DynamicPersonGroupExists: { status: 409, message: 'Dynamic person group ID {groupId} already exists.', remedy: UPDATE_OR_DELETE },
  DynamicPersonGroupLimitReached: {
    status: 403,
    code: 'QuotaExceeded',
    message: 'Dynamic person group number reached subscription level limit.',
    remedy: DELETE_SOME,
  },
  DynamicPersonGroupNotFoundInBody: {
    status: 400,
    code: 'DynamicPersonGroupNotFound',
    message: 'Dynamic person group is not found.',
    remedy: LIST,
  },
  DirectoryPersonNotFound: {
    status: 404,
    code: 'PersonNotFound',
    message: 'Person is not found.',
    remedy: 'List the persons of the directory.',
  },
  DirectoryPersonLimitReached: {
    status: 403,
    code: 'QuotaExceeded',
    message: 'Person number reached subscription level limit.',
    remedy: 'Delete persons that are no longer needed.',
  },
  StartNotPersonId: bad("'start' is not valid person ID.", 'Use the last personId of the previous page.'),
  OperationNotFound: {
    status: 404,
    message: 'Operation is not found.',
    remedy: 'Use the address of the operation-location header; it is valid for 48 hours.',
  },
  NothingToUpdate: bad("Both 'name' and 'userData' are empty.", 'Send at least one of them.'),

  ImageUrlInvalid: image(
    'InvalidURL',
    'Invalid image URL.',
    'Use a public http or https URL; private hosts must be allowed by the operator (PERENNIAL_FETCH_ALLOW).',
  ),
  ImageUrlFailed: image(
    'InvalidURL',
    'Invalid image URL or error downloading from target server. Remote server error returned: "{details}"',
    'Check that the URL returns an image.',
  ),
  ImageUnreadable: image('InvalidImage', 'Decoding error, image format unsupported.', 'Send a JPEG, PNG, GIF or BMP image.'),
  NoFaceInImage: image('InvalidImage', 'No face detected in the image.', 'Use an image with a clearly visible face.'),
  SeveralFacesInImage: image('InvalidImage', 'There is more than 1 face in the image.', 'Select a face with targetFace.'),
  ImageTooSmall: image('InvalidImageSize', 'Image size is too small.', 'Send at least 1 KB and 36 by 36 pixels.'),
  ImageTooLarge: image('InvalidImageSize', 'Image size is too big.', 'Send at most 6 MB.'),
  TargetFaceInvalid: bad('Invalid argument targetFace.', 'Write it as left,top,width,height in pixels.'),
  TargetFaceOutOfRange: bad('Argument targetFace out of range.', 'The rectangle must be inside the image.'),
  AttributesInvalid: bad(
    'Invalid argument returnFaceAttributes.',
    'Supported attributes: headPose, blur, exposure, noise, qualityForRecognition.',
  ),
  AttributesUnsupported: bad(
    "'returnFaceAttributes' is not supported by {detectionModel}.",
    'Use another detection model, or request no attributes.',
  ),
  LandmarksUnsupported: bad(
    "'returnLandmarks' is not supported by {detectionModel}.",
    'Use another detection model, or request no landmarks.',
  ),

  RecognitionModelIncompatible: bad(
    "'recognitionModel' is incompatible.",
    'Detect the face with the recognition model of the gallery or face that it is compared with.',
  ),
  FaceNotFoundInBody: {
    status: 400,
    code: 'FaceNotFound',
    message: 'Face is not found.',
    remedy: 'Detected faces expire: detect the face again.',
  },
  FaceNotFound: { status: 404, message: 'Face is not found.', remedy: 'Detected faces expire: detect the face again.' },
  GroupIdsBothGiven: {
    status: 400,
    code: 'PersonGroupIdAndLargePersonGroupIdBothNotNull',
    message: 'Large person group ID and person group ID are both not null.',
    remedy: 'Send one of them.',
  },
  GroupIdsBothMissing: {
    status: 400,
    code: 'PersonGroupIdAndLargePersonGroupIdBothNull',
    message: 'Large person group ID and person group ID are both null.',
    remedy: 'Send one of them.',
  },
  ScopesIncompatible: {
    status: 400,
    code: 'IncompatibleIdentificationScopeParametersCombination',
    message: 'Incompatible identification scope parameters are present in the request.',
    remedy: 'Send one of personGroupId, largePersonGroupId, dynamicPersonGroupId and personIds.',
  },
  VerifyPersonGroupNotFound: {
    status: 400,
    code: 'PersonGroupNotFound',
    message: 'Person Group is not found.',
    remedy: 'List the person groups; ids are lower case.',
  },
  VerifyPersonNotFound: { status: 404, code: 'PersonNotFound', message: 'Person is not found.', remedy: 'List the persons of the group.' },
  VerifyPersonWithoutFaces: {
    status: 404,
    code: 'PersistedFaceNotFound',
    message: 'No persisted face of the person is found.',
    remedy: 'Add a face to the person.',
  },
  NotExactlyOneTarget: bad('LargeFaceListId, faceListId and faceIds, not exactly one of them is valid.', 'Send exactly one of them.'),
  FaceListEmpty: { status: 400, code: 'FaceListNotReady', message: 'Face list is empty.', remedy: 'Add faces to it.' },

  LivenessUnsupported: {
    status: 400,
    code: 'UnsupportedFeature',
    message: 'Feature is not supported: Liveness.',
    remedy: "It needs the vendor's software on the device that takes the pictures.",
  },
  SnapshotsRetired: {
    status: 410,
    code: 'FeatureRetired',
    message: 'Snapshots were retired by the vendor and are not supported.',
    remedy: 'Back up and restore the server, or add the faces to the other account.',
  },
} satisfies Record<string, FaceRow>;

export const faceFailure = failureCatalog<keyof typeof rows>(rows);

/** `badInput` of operations that take an image: a body over the limit is an image that is too large. */
export const IMAGE_INPUT = 'image';

const ACCESS_DENIED =
  'Access denied due to invalid subscription key. Make sure you are subscribed to an API you are trying to call and provide the right key.';

/** Codes of the kernel's failures; their messages are in wireMessage where they differ. */
const CODES: Readonly<Record<string, string>> = {
  ParameterMissing: 'BadArgument',
  ParameterInvalid: 'BadArgument',
  ParameterTooLong: 'BadArgument',
  BodyInvalid: 'BadArgument',
  BodyMissing: 'BadArgument',
  BodyTooLarge: 'BadArgument',
  AddressInvalid: 'BadArgument',
  MediaTypeUnknown: 'BadArgument',
  KeyMissing: 'Unspecified',
  KeyInvalid: 'Unspecified',
  KeyOfOtherKind: 'Unspecified',
  PredictionKey: 'Unspecified',
  KeyOfOtherRegion: 'Unspecified',
  AccountBlocked: 'Unspecified',
  Conflicting: 'ConcurrentOperationConflict',
  PathUnknown: '404',
  Unexpected: 'Unspecified',
  Unavailable: 'ServiceUnavailable',
  Overloaded: 'ServiceUnavailable',
  TookTooLong: 'ServiceUnavailable',
};

/** Messages for invalid parameters that have their own. Items of a list are listed under the list's name and a dot. */
const INVALID_MESSAGES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(GALLERY_KINDS.map(({ idField, title }) => [idField, `${title} ID is invalid.`])),
  dynamicPersonGroupId: 'Dynamic person group ID is invalid.',
  personId: 'Person ID is invalid.',
  'personIds.': 'Person ID is invalid.',
  'addPersonIds.': 'Person ID is invalid.',
  'removePersonIds.': 'Person ID is invalid.',
  faceId: 'Face ID is invalid.',
  faceId1: 'Face ID is invalid.',
  faceId2: 'Face ID is invalid.',
  'faceIds.': 'Face ID is invalid.',
  faceIds: 'The length of faceIds is not in a valid range.',
  mode: 'Mode is invalid.',
  maxNumOfCandidatesReturned: 'The argument maxNumOfCandidatesReturned is not valid.',
  confidenceThreshold: 'The argument confidenceThreshold is not valid.',
  targetFace: 'Invalid argument targetFace.',
  returnFaceAttributes: 'Invalid argument returnFaceAttributes.',
};

function invalidMessage(parameter: string, details: string): string {
  const own = INVALID_MESSAGES[parameter.replace(/\.\d+$/, '.')];
  if (own !== undefined) return own;
  const range = details.startsWith('the valid range') ? ` T${details.slice(1)}` : '';
  return `'${parameter}' is invalid.${range}`;
}

function wireMessage({ kind, detail, message }: Failure): string {
  switch (kind) {
    case 'KeyMissing':
    case 'KeyInvalid':
      return ACCESS_DENIED;
    case 'ParameterMissing':
      return `'${detail.parameter}' is empty.`;
    case 'ParameterTooLong':
      return `'${detail.parameter}' is too long.`;
    case 'ParameterInvalid':
      return invalidMessage(String(detail.parameter), String(detail.details));
    case 'BodyInvalid':
      return 'JSON parsing error.';
    case 'BodyMissing':
      return 'Request body is invalid.';
    default:
      return message;
  }
}

const isGatewayLimit = ({ kind }: Failure): boolean => kind === 'QuotaExceeded' || kind === 'RateExceeded';

/** The newer clients read the code from this header. */
const CODE_HEADER = 'x-ms-error-code';

/** Interface section 7.2: `statusCode` for quota and rate limits, `code` and `statusCode` for bad arguments, `code` for the rest. */
export const faceDialect: Dialect = (failure, badInput) => {
  if (failure.kind === 'BodyTooLarge' && badInput === IMAGE_INPUT) return { status: 400, ...faceDialect(faceFailure('ImageTooLarge')) };
  const message = wireMessage(failure);
  const code = (rows as Record<string, FaceRow>)[failure.kind]?.code ?? CODES[failure.kind] ?? failure.kind;
  if (isGatewayLimit(failure)) return { body: { error: { statusCode: failure.status, message } } };
  const headers = { [CODE_HEADER]: code };
  if (code === 'BadArgument') return { headers, body: { error: { code, statusCode: failure.status, message } } };
  return { headers, body: { error: { code, message } } };
};
