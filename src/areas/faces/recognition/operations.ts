/** Recognition: who a face is, whether two are of one person, which others are like it, and which belong together. */
import type { FaceServices } from '../services.ts';
import type { Static } from 'typebox';
import { Type } from '../../../kernel/schema.ts';
import { fail } from '../../../kernel/failures.ts';
import { reply } from '../../../kernel/operation.ts';
import { operation } from '../services.ts';
import type { Operation } from '../../../kernel/operation.ts';
import type { Ports } from '../../../kernel/ports.ts';
import { IDENTICAL, confidenceAt, identifyThreshold, similarThreshold } from '../../../engines/faces/search/calibration.ts';
import { distanceBetween } from '../../../engines/faces/search/distance.ts';
import { groupTemplates } from '../../../engines/faces/search/grouping.ts';
import type { Grouping } from '../../../engines/faces/search/grouping.ts';
import { checkModel, galleryInBody, groupNamed, notSearchable } from './inputs.ts';
import type { NamedGallery } from './inputs.ts';
import { knownFaces } from '../detection/detected-faces.ts';
import type { KnownFace } from '../detection/detected-faces.ts';
import { faceFailure } from '../failures.ts';
import { nearestIn } from './search.ts';
import type { Match } from './search.ts';
import { FACE_LIST, GALLERY_ID_PATTERN, LARGE_FACE_LIST, PERSON_GROUP, UUID_PATTERN } from '../model.ts';
import { templatesOfPerson } from '../persons/face-templates.ts';
import { distanceToPerson } from './person-distance.ts';
import { memberKey, persons } from '../store.ts';
import { versionNamed } from '../versions.ts';
import { EXAMPLE_GALLERY } from '../galleries/operations.ts';
import { EXAMPLE_UUID } from '../persons/operations.ts';

const MOST_SIMILAR = 1000;

const Id = Type.String({ pattern: UUID_PATTERN });
/** Callers may send null for what they leave out. */
const GalleryId = Type.Optional(Type.Union([Type.String({ pattern: GALLERY_ID_PATTERN }), Type.Null()]));
const confidence = Type.Number();
const Groups = { personGroupId: GalleryId, largePersonGroupId: GalleryId };

const IdentifyRequest = Type.Object({
  faceIds: Type.Array(Id, { minItems: 1, maxItems: 10 }), ...Groups,
  maxNumOfCandidatesReturned: Type.Integer({ minimum: 1, maximum: 100, default: 1 }),
  confidenceThreshold: Type.Optional(Type.Union([Type.Number({ minimum: 0, maximum: 1 }), Type.Null()])),
});
const Identified = Type.Array(Type.Object({ faceId: Type.String(), candidates: Type.Array(Type.Object({ personId: Type.String(), confidence })) }));

/** Two faces, or a face and a person. */
const VerifyRequest = Type.Object({ faceId1: Type.Optional(Id), faceId2: Type.Optional(Id), faceId: Type.Optional(Id), personId: Type.Optional(Id), ...Groups });
const Verified = Type.Object({ isIdentical: Type.Boolean(), confidence });

const FindSimilarRequest = Type.Object({
  faceId: Id, faceListId: GalleryId, largeFaceListId: GalleryId,
  faceIds: Type.Optional(Type.Union([Type.Array(Id, { minItems: 1, maxItems: MOST_SIMILAR }), Type.Null()])),
  maxNumOfCandidatesReturned: Type.Integer({ minimum: 1, maximum: MOST_SIMILAR, default: 20 }),
  mode: Type.Enum(['matchPerson', 'matchFace'], { default: 'matchPerson' }),
});
const Similar = Type.Array(Type.Object({ faceId: Type.Optional(Type.String()), persistedFaceId: Type.Optional(Type.String()), confidence }));

const GroupRequest = Type.Object({ faceIds: Type.Array(Id, { minItems: 2, maxItems: 1000 }) });
const Grouped = Type.Object({ groups: Type.Array(Type.Array(Type.String())), messyGroup: Type.Optional(Type.Array(Type.String())) });

const missing = () => faceFailure('FaceNotFoundInBody');

/** As it is told; what is decided by it is decided by what is told. */
function toldConfidence(distance: number): number {
  return Math.round(confidenceAt(distance) * 1e5) / 1e5;
}

/** Those that reach the threshold, the likeliest first. */
function convincing(found: readonly Match[], threshold: number): { id: string; confidence: number }[] {
  return found.map(({ id, distance }) => ({ id, confidence: toldConfidence(distance) })).filter(({ confidence: reached }) => reached >= threshold);
}

const identify = operation({
  id: 'faces.identify',
  summary: 'Find the persons of a group that faces belong to',
  route: 'POST /identify',
  needs: 'authoring',
  body: IdentifyRequest,
  replies: { 200: Identified },
  fails: [
    'FaceNotFoundInBody', 'GroupIdsBothGiven', 'GroupIdsBothMissing', 'RecognitionModelIncompatible',
    ...['PersonGroup', 'LargePersonGroup'].flatMap((name) => [`${name}NotFoundInBody`, `${name}NotTrainedInBody`, `${name}TrainingNotFinished`]),
  ],
  example: { body: { personGroupId: EXAMPLE_GALLERY, faceIds: [EXAMPLE_UUID], maxNumOfCandidatesReturned: 1 } },
  async run({ account: { id: account }, body }, services) {
    const named = groupNamed(body);
    const gallery = await galleryInBody(named, account, services.records);
    const faces = await knownFaces(account, body.faceIds, services, missing);
    checkModel(gallery.value.recognitionModel, faces);
    const matches = await nearestIn(named.kind, gallery, account, faces.map(({ template }) => template), { most: body.maxNumOfCandidatesReturned }, services);
    if (!matches) throw await notSearchable(named.kind, gallery, account, services);
    const threshold = body.confidenceThreshold ?? identifyThreshold(matches.searched);
    return reply(200, faces.map(({ faceId }, i) => ({
      faceId, candidates: convincing(matches.found[i]!, threshold).map(({ id, ...more }) => ({ personId: id, ...more })),
    })));
  },
});

const verify = operation({
  id: 'faces.verify',
  summary: 'Tell whether two faces, or a face and a person, belong together',
  route: 'POST /verify',
  needs: 'authoring',
  body: VerifyRequest,
  replies: { 200: Verified },
  fails: [
    'FaceNotFound', 'VerifyPersonGroupNotFound', 'LargePersonGroupNotFoundInBody', 'VerifyPersonNotFound', 'VerifyPersonFaceless',
    'GroupIdsBothGiven', 'GroupIdsBothMissing', 'RecognitionModelIncompatible',
  ],
  example: { body: { faceId1: EXAMPLE_UUID, faceId2: EXAMPLE_UUID } },
  async run({ account: { id: account }, body }, services) {
    const distance = body.personId === undefined ? await distanceOfFaces(account, body, services) : await distanceOfPerson(account, body, services);
    const reached = toldConfidence(distance);
    return reply(200, { isIdentical: reached >= IDENTICAL, confidence: reached });
  },
});

type VerifyBody = Static<typeof VerifyRequest>;

const unknownFace = () => faceFailure('FaceNotFound');
/** The interface's schemas tell the two bodies apart; here they are one, so what is required is checked by hand. */
function given(body: VerifyBody, field: 'faceId' | 'faceId1' | 'faceId2'): string {
  const id = body[field];
  if (id === undefined) throw fail('ParameterInvalid', { parameter: field, details: 'is required.' });
  return id;
}

async function distanceOfFaces(account: string, body: VerifyBody, services: Ports): Promise<number> {
  const [one, other] = await knownFaces(account, [given(body, 'faceId1'), given(body, 'faceId2')], services, unknownFace) as [KnownFace, KnownFace];
  checkModel(one.recognitionModel, [other]);
  return distanceBetween(one.template, other.template);
}

async function distanceOfPerson(account: string, body: VerifyBody, services: Ports): Promise<number> {
  const faceId = given(body, 'faceId');
  const personId = body.personId!.toLowerCase();
  const named = groupNamed(body);
  const { value: { uid, recognitionModel } } = await galleryInBody(named, account, services.records, named.kind === PERSON_GROUP ? () => faceFailure('VerifyPersonGroupNotFound') : undefined);
  const [face] = await knownFaces(account, [faceId], services, unknownFace) as [KnownFace];
  checkModel(recognitionModel, [face]);
  if (!await services.records.get(persons, account, memberKey(uid, personId))) throw faceFailure('VerifyPersonNotFound');
  const templates = await templatesOfPerson(account, uid, personId, services);
  if (templates.length === 0) throw faceFailure('VerifyPersonFaceless');
  return distanceToPerson(face.template, templates);
}

const findSimilar = operation({
  id: 'faces.findSimilar',
  summary: 'Find faces that are like a face',
  route: 'POST /findsimilars',
  needs: 'authoring',
  body: FindSimilarRequest,
  replies: { 200: Similar },
  fails: [
    'FaceNotFoundInBody', 'NotExactlyOneTarget', 'RecognitionModelIncompatible', 'FaceListNotFoundInBody', 'FaceListEmpty',
    'LargeFaceListNotFoundInBody', 'LargeFaceListNotTrainedInBody', 'LargeFaceListTrainingNotFinished',
  ],
  example: { body: { faceId: EXAMPLE_UUID, faceListId: EXAMPLE_GALLERY, maxNumOfCandidatesReturned: 10, mode: 'matchPerson' } },
  async run({ account: { id: account }, body }, services) {
    const { faceIds, faceListId, largeFaceListId, maxNumOfCandidatesReturned: most, mode } = body;
    const targets = [faceIds, faceListId, largeFaceListId].filter((target) => target != null);
    if (targets.length !== 1) throw faceFailure('NotExactlyOneTarget');
    const [face] = await knownFaces(account, [body.faceId], services, missing) as [KnownFace];
    const { found, searched } = faceIds
      ? await amongFaces(account, face, faceIds, most, services)
      : await inList(account, face, faceListId == null ? { kind: LARGE_FACE_LIST, id: largeFaceListId! } : { kind: FACE_LIST, id: faceListId }, most, services);
    const told = convincing(found, mode === 'matchFace' ? 0 : similarThreshold(searched));
    return reply(200, told.map(({ id, ...more }) => ({ [faceIds ? 'faceId' : 'persistedFaceId']: id, ...more })));
  },
});

interface Candidates { found: Match[]; searched: number }

async function amongFaces(account: string, face: KnownFace, ids: readonly string[], most: number, services: Ports): Promise<Candidates> {
  const others = await knownFaces(account, ids, services, missing);
  checkModel(face.recognitionModel, others);
  const found = others.map(({ faceId, template }) => ({ id: faceId, distance: distanceBetween(face.template, template) })).sort((a, b) => a.distance - b.distance);
  return { found: found.slice(0, most), searched: others.length };
}

async function inList(account: string, face: KnownFace, named: NamedGallery, most: number, services: Ports): Promise<Candidates> {
  const list = await galleryInBody(named, account, services.records);
  checkModel(list.value.recognitionModel, [face]);
  const matches = await nearestIn(named.kind, list, account, [face.template], { most }, services);
  if (!matches) throw await notSearchable(named.kind, list, account, services);
  return { found: matches.found[0]!, searched: matches.searched.faces };
}

const group = operation({
  id: 'faces.group',
  summary: 'Divide faces into groups of faces that are alike',
  route: 'POST /group',
  needs: 'authoring',
  body: GroupRequest,
  replies: { 200: Grouped },
  fails: ['FaceNotFoundInBody', 'RecognitionModelIncompatible'],
  example: { body: { faceIds: [EXAMPLE_UUID, EXAMPLE_UUID] } },
  async run({ account: { id: account }, body: { faceIds }, version }, services) {
    const faces = await knownFaces(account, faceIds, services, missing);
    checkModel(faces[0]!.recognitionModel, faces);
    const { groups, messy } = await grouped(faces.map(({ template }) => template), services);
    const ids = (places: readonly number[]): string[] => places.map((place) => faces[place]!.faceId);
    const tellsMessy = messy.length > 0 || versionNamed(version).tellsEmptyMessyGroup;
    return reply(200, { groups: groups.map(ids), ...tellsMessy && { messyGroup: ids(messy) } });
  },
});

/** Few are divided at once; many in a thread, so that no other call waits. */
const GROUPED_AT_ONCE = 100;
const GROUPING = new URL('../../../engines/faces/search/grouping.ts', import.meta.url);

async function grouped(templates: readonly Float32Array[], { threads }: Ports): Promise<Grouping> {
  if (templates.length <= GROUPED_AT_ONCE) return groupTemplates(templates);
  return await threads.run({ module: GROUPING, function: 'groupTemplates', input: templates });
}

export const recognitionOperations: Operation<FaceServices>[] = [identify, verify, findSimilar, group];
