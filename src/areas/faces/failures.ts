/** The area's failures, with the texts of the interface, and how it writes them. The same thing may have another status by where it is asked: each has a row of its own. */
import { failureCatalogue } from '../../kernel/failures.ts';
import type { Dialect, Failure, FailureRow } from '../../kernel/failures.ts';
import { GALLERY_KINDS } from './model.ts';
import type { GalleryKind, GalleryName } from './model.ts';

/** `code` where it is not the name of the row. */
interface FaceRow extends FailureRow { code?: string }

type OfGallery = 'NotFound' | 'IdInvalid' | 'Exists' | 'NumberReached' | 'NotTrained' | 'TrainingNotFinished' | 'NotFoundInBody' | 'NotTrainedInBody';
type GalleryFailure = `${GalleryName}${OfGallery}`;

/** `InBody`: where identify, verify and find similar are given it, which answer 400 for what is 404 elsewhere. */
function rowsOf({ name, words, path, isTrained }: GalleryKind): [string, FaceRow][] {
  const list = `List ${path}; ids are lower case.`;
  const train = 'Train it, and ask for the training status until it has succeeded.';
  const rows: Record<OfGallery, FaceRow> = {
    NotFound: { status: 404, message: `${words} is not found.`, remedy: list },
    IdInvalid: { status: 404, code: `${name}NotFound`, message: `${words} ID is invalid.`, remedy: 'Use 1 to 64 of a-z, 0-9, - and _.' },
    Exists: { status: 409, message: `${words} already exists.`, remedy: 'Update it, or delete it first.' },
    NumberReached: { status: 403, code: 'QuotaExceeded', message: `${words} number reached subscription level limit.`, remedy: 'Delete some that are no longer needed.' },
    NotTrained: { status: 404, message: `${words} not trained.`, remedy: train },
    TrainingNotFinished: { status: 409, message: `${words} is under training.`, remedy: 'Wait until the training has ended.' },
    NotFoundInBody: { status: 400, code: `${name}NotFound`, message: `${words} is not found.`, remedy: list },
    NotTrainedInBody: { status: 400, code: `${name}NotTrained`, message: name === 'LargeFaceList' ? `${words} is not trained.` : `${words} not trained.`, remedy: train },
  };
  return Object.entries(rows).filter(([row]) => isTrained || !/Train/.test(row)).map(([row, parts]) => [name + row, parts]);
}

const galleryRows = Object.fromEntries(GALLERY_KINDS.flatMap(rowsOf)) as Record<GalleryFailure, FaceRow>;

const bad = (message: string, remedy: string): FaceRow => ({ status: 400, code: 'BadArgument', message, remedy });
const picture = (code: string, message: string, remedy: string): FaceRow => ({ status: 400, code, message, remedy });

const rows = {
  ...galleryRows,
  PersonsReached: { status: 403, code: 'QuotaExceeded', message: 'Person number reached {gallery} level limit.', remedy: 'Delete persons, or use a large person group.' },
  FacesReached: { status: 403, code: 'QuotaExceeded', message: 'Persisted face number reached limit.', remedy: 'A person has at most 248 faces, a face list 1,000, a large face list 1,000,000: delete some.' },
  PersonNotFound: { status: 404, message: 'Person {personId} is not found.', remedy: 'List the persons of the group.' },
  PersonIdInvalid: { status: 404, code: 'PersonNotFound', message: 'Person ID is invalid.', remedy: 'Use the personId that making the person has answered.' },
  PersistedFaceNotFound: { status: 404, message: 'Persisted face is not found.', remedy: 'Get the person, or list the faces.' },
  PersistedFaceIdInvalid: { status: 404, code: 'PersistedFaceNotFound', message: 'Persisted face ID is invalid.', remedy: 'Use the persistedFaceId that adding the face has answered.' },
  NothingToUpdate: bad("Both 'name' and 'userData' are empty.", 'Send at least one of them.'),

  ImageUrlInvalid: picture('InvalidURL', 'Invalid image URL.', 'Use an http or https address that the server may reach; private ones must be allowed (PERENNIAL_FETCH_ALLOW).'),
  ImageUrlFailed: picture('InvalidURL', 'Invalid image URL or error downloading from target server. Remote server error returned: "{details}"', 'Check that the address answers with a picture.'),
  PictureUnreadable: picture('InvalidImage', 'Decoding error, image format unsupported.', 'Send a JPEG, PNG, GIF or BMP picture.'),
  NoFaceInPicture: picture('InvalidImage', 'No face detected in the image.', 'Use a picture in which a face can be seen well.'),
  SeveralFacesInPicture: picture('InvalidImage', 'There is more than 1 face in the image.', 'Say with targetFace which face is meant.'),
  PictureTooSmall: picture('InvalidImageSize', 'Image size is too small.', 'Send at least 1 KB and 36 by 36 pixels.'),
  PictureTooBig: picture('InvalidImageSize', 'Image size is too big.', 'Send at most 6 MB.'),
  TargetFaceInvalid: bad('Invalid argument targetFace.', 'Write it as left,top,width,height in pixels.'),
  TargetFaceOutOfRange: bad('Argument targetFace out of range.', 'It must lie inside the picture.'),
  AttributesInvalid: bad('Invalid argument returnFaceAttributes.', 'Ask for headPose, blur, exposure, noise or qualityForRecognition.'),
  AttributesUnsupported: bad("'returnFaceAttributes' is not supported by {detectionModel}.", 'Use another detection model, or ask for none.'),
  LandmarksUnsupported: bad("'returnLandmarks' is not supported by {detectionModel}.", 'Use another detection model, or ask for none.'),

  RecognitionModelIncompatible: bad("'recognitionModel' is incompatible.", 'Detect the face with the recognition model of what it is compared with.'),
  FaceNotFoundInBody: { status: 400, code: 'FaceNotFound', message: 'Face is not found.', remedy: 'Detected faces expire: detect it again.' },
  FaceNotFound: { status: 404, message: 'Face is not found.', remedy: 'Detected faces expire: detect it again.' },
  GroupIdsBothGiven: { status: 400, code: 'PersonGroupIdAndLargePersonGroupIdBothNotNull', message: 'Large person group ID and person group ID are both not null.', remedy: 'Send one of them.' },
  GroupIdsBothMissing: { status: 400, code: 'PersonGroupIdAndLargePersonGroupIdBothNull', message: 'Large person group ID and person group ID are both null.', remedy: 'Send one of them.' },
  VerifyPersonGroupNotFound: { status: 400, code: 'PersonGroupNotFound', message: 'Person Group is not found.', remedy: 'List the person groups; ids are lower case.' },
  VerifyPersonNotFound: { status: 404, code: 'PersonNotFound', message: 'Person is not found.', remedy: 'List the persons of the group.' },
  VerifyPersonFaceless: { status: 404, code: 'PersistedFaceNotFound', message: 'No persisted face of the person is found.', remedy: 'Add a face to the person.' },
  NotExactlyOneTarget: bad('LargeFaceListId, faceListId and faceIds, not exactly one of them is valid.', 'Send exactly one of them.'),
  FaceListEmpty: { status: 400, code: 'FaceListNotReady', message: 'Face list is empty.', remedy: 'Add faces to it.' },

  SnapshotsRetired: { status: 410, code: 'FeatureRetired', message: 'Snapshots were retired by the vendor and are not served.', remedy: 'Back up and restore the server, or add the faces to the other account again.' },
} satisfies Record<string, FaceRow>;

export const faceFailure = failureCatalogue<keyof typeof rows>(rows);

/** Of operations that take a picture: what is too large is so by the interface's own words. */
export const PICTURE = 'picture';

const ACCESS_DENIED = 'Access denied due to invalid subscription key. Make sure you are subscribed to an API you are trying to call and provide the right key.';

/** Codes of the shared kinds; the message is the kind's own unless `text` gives another. */
const CODES: Readonly<Record<string, string>> = {
  ParameterMissing: 'BadArgument', ParameterInvalid: 'BadArgument', ParameterTooLong: 'BadArgument',
  BodyInvalid: 'BadArgument', BodyMissing: 'BadArgument', BodyTooLarge: 'BadArgument', AddressInvalid: 'BadArgument', MediaTypeUnknown: 'BadArgument',
  KeyMissing: 'Unspecified', KeyInvalid: 'Unspecified', KeyOfOtherKind: 'Unspecified', PredictionKey: 'Unspecified', KeyOfOtherRegion: 'Unspecified', AccountBlocked: 'Unspecified',
  Conflicting: 'ConcurrentOperationConflict',
  PathUnknown: '404', Unexpected: 'Unspecified', Unavailable: 'ServiceUnavailable', TookTooLong: 'ServiceUnavailable',
};

/** Texts for parameters that are out of order, where they are not the usual one. Parts of lists go by the list's name and a dot. */
const INVALID: Readonly<Record<string, string>> = {
  ...Object.fromEntries(GALLERY_KINDS.map(({ idField, words }) => [idField, `${words} ID is invalid.`])),
  personId: 'Person ID is invalid.', faceId: 'Face ID is invalid.', faceId1: 'Face ID is invalid.', faceId2: 'Face ID is invalid.', 'faceIds.': 'Face ID is invalid.',
  faceIds: 'The length of faceIds is not in a valid range.', mode: 'Mode is invalid.',
  maxNumOfCandidatesReturned: 'The argument maxNumOfCandidatesReturned is not valid.', confidenceThreshold: 'The argument confidenceThreshold is not valid.',
  targetFace: 'Invalid argument targetFace.', returnFaceAttributes: 'Invalid argument returnFaceAttributes.',
};

function invalid(parameter: string, details: string): string {
  const known = INVALID[parameter.replace(/\.\d+$/, '.')];
  if (known !== undefined) return known;
  const range = details.startsWith('the valid range') ? ` T${details.slice(1)}` : '';
  return `'${parameter}' is invalid.${range}`;
}

function text({ kind, detail, message }: Failure): string {
  switch (kind) {
    case 'KeyMissing':
    case 'KeyInvalid': return ACCESS_DENIED;
    case 'ParameterMissing': return `'${detail.parameter}' is empty.`;
    case 'ParameterTooLong': return `'${detail.parameter}' is too long.`;
    case 'ParameterInvalid': return invalid(String(detail.parameter), String(detail.details));
    case 'BodyInvalid': return 'JSON parsing error.';
    case 'BodyMissing': return 'Request body is invalid.';
    default: return message;
  }
}

const isGatewayLimit = ({ kind }: Failure): boolean => kind === 'QuotaExceeded' || kind === 'RateExceeded';

/** The header in which later clients look for the code. */
const CODE_HEADER = 'x-ms-error-code';

/** Interface section 7.2: a status code instead of a name for the quota and the rate of calls, both for a bad argument, a name for the rest. */
export const faceDialect: Dialect = (failure, badInput) => {
  if (failure.kind === 'BodyTooLarge' && badInput === PICTURE) return { status: 400, ...faceDialect(faceFailure('PictureTooBig')) };
  const message = text(failure);
  const code = (rows as Record<string, FaceRow>)[failure.kind]?.code ?? CODES[failure.kind] ?? failure.kind;
  if (isGatewayLimit(failure)) return { body: { error: { statusCode: failure.status, message } } };
  const headers = { [CODE_HEADER]: code };
  if (code === 'BadArgument') return { headers, body: { error: { code, statusCode: failure.status, message } } };
  return { headers, body: { error: { code, message } } };
};
