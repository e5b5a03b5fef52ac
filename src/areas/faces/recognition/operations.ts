/** Recognition: identify, verify, find similar, group. */
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
import { checkRecognitionModel, findGalleryFromBody, groupFromBody, namesDirectory, notSearchableFailure } from './inputs.ts';
import type { GalleryReference } from './inputs.ts';
import { readDetectedFaces } from '../detection/detected-faces.ts';
import type { FaceTemplate } from '../detection/detected-faces.ts';
import { faceFailure } from '../failures.ts';
import { searchGallery } from '../search/search-gallery.ts';
import type { Match, Matches } from '../search/search-gallery.ts';
import { groupPersons, searchDirectory, toPersonIds } from '../directory/search.ts';
import type { PersonIds } from '../directory/search.ts';
import { FACE_LIST, GALLERY_ID_PATTERN, LARGE_FACE_LIST, PERSON_GROUP, UUID_PATTERN } from '../model.ts';
import { readPersonTemplates } from '../templates.ts';
import { distanceToPerson } from './person-distance.ts';
import { directoryPersons, directoryUid, memberKey, persons } from '../store.ts';
import { getVersion } from '../versions.ts';
import { EXAMPLE_GALLERY, EXAMPLE_UUID } from '../lookup.ts';

const MAX_SIMILAR = 1000;

const Id = Type.String({ pattern: UUID_PATTERN });
/** Callers may send null for an omitted field. */
const GalleryId = Type.Optional(Type.Union([Type.String({ pattern: GALLERY_ID_PATTERN }), Type.Null()]));
const confidence = Type.Number();
const Groups = { personGroupId: GalleryId, largePersonGroupId: GalleryId };

/** Selects all persons of the directory, as the only item of the list. */
const ALL_PERSONS = '*';
const PersonIdList = Type.Array(Type.String({ pattern: `${UUID_PATTERN}|^\\*$` }), { minItems: 1, maxItems: 30 });

const IdentifyRequest = Type.Object({
  faceIds: Type.Array(Id, { minItems: 1, maxItems: 10 }),
  ...Groups,
  dynamicPersonGroupId: GalleryId,
  personIds: Type.Optional(Type.Union([PersonIdList, Type.Null()])),
  maxNumOfCandidatesReturned: Type.Integer({ minimum: 1, maximum: 100, default: 1 }),
  confidenceThreshold: Type.Optional(Type.Union([Type.Number({ minimum: 0, maximum: 1 }), Type.Null()])),
});
const Identified = Type.Array(
  Type.Object({ faceId: Type.String(), candidates: Type.Array(Type.Object({ personId: Type.String(), confidence })) }),
);

/** Two faces, or a face and a person. */
const VerifyRequest = Type.Object({
  faceId1: Type.Optional(Id),
  faceId2: Type.Optional(Id),
  faceId: Type.Optional(Id),
  personId: Type.Optional(Id),
  ...Groups,
});
const Verified = Type.Object({ isIdentical: Type.Boolean(), confidence });

const FindSimilarRequest = Type.Object({
  faceId: Id,
  faceListId: GalleryId,
  largeFaceListId: GalleryId,
  faceIds: Type.Optional(Type.Union([Type.Array(Id, { minItems: 1, maxItems: MAX_SIMILAR }), Type.Null()])),
  maxNumOfCandidatesReturned: Type.Integer({ minimum: 1, maximum: MAX_SIMILAR, default: 20 }),
  mode: Type.Enum(['matchPerson', 'matchFace'], { default: 'matchPerson' }),
});
const Similar = Type.Array(
  Type.Object({ faceId: Type.Optional(Type.String()), persistedFaceId: Type.Optional(Type.String()), confidence }),
);

const GroupRequest = Type.Object({ faceIds: Type.Array(Id, { minItems: 2, maxItems: 1000 }) });
const Grouped = Type.Object({ groups: Type.Array(Type.Array(Type.String())), messyGroup: Type.Optional(Type.Array(Type.String())) });

const missing = () => faceFailure('FaceNotFoundInBody');

/** Rounded before it is compared with a threshold, so that replies are consistent with the confidence in them. */
function roundedConfidence(distance: number): number {
  return Math.round(confidenceAt(distance) * 1e5) / 1e5;
}

/** The matches whose confidence reaches the threshold, the most confident first. */
function matchesAbove(matches: readonly Match[], threshold: number): { id: string; confidence: number }[] {
  return matches
    .map(({ id, distance }) => ({ id, confidence: roundedConfidence(distance) }))
    .filter((match) => match.confidence >= threshold);
}

const identify = operation({
  id: 'faces.identify',
  summary: 'Find the persons of a group or the directory that faces belong to',
  route: 'POST /identify',
  body: IdentifyRequest,
  replies: { 200: Identified },
  fails: [
    'FaceNotFoundInBody',
    'GroupIdsBothGiven',
    'GroupIdsBothMissing',
    'RecognitionModelIncompatible',
    'PersonGroupNotFoundInBody',
    'PersonGroupNotTrainedInBody',
    'PersonGroupTrainingNotFinished',
    'LargePersonGroupNotFoundInBody',
    'LargePersonGroupNotTrainedInBody',
    'LargePersonGroupTrainingNotFinished',
    'ScopesIncompatible',
    'DynamicPersonGroupNotFoundInBody',
  ],
  example: { body: { personGroupId: EXAMPLE_GALLERY, faceIds: [EXAMPLE_UUID], maxNumOfCandidatesReturned: 1 } },
  async run({ account: { id: account }, body, version }, services) {
    const isDirectory = getVersion(version).hasPersonDirectory && namesDirectory(body);
    const { faces, matches } = await (isDirectory ? identifyInDirectory : identifyInGroup)(account, body, services);
    const threshold = body.confidenceThreshold ?? identifyThreshold(matches.searched);
    return reply(
      200,
      faces.map(({ faceId }, i) => ({
        faceId,
        candidates: matchesAbove(matches.candidates[i]!, threshold).map(({ id, ...more }) => ({ personId: id, ...more })),
      })),
    );
  },
});

type IdentifyBody = Static<typeof IdentifyRequest>;

interface Identification {
  faces: FaceTemplate[];
  matches: Matches;
}

async function identifyInGroup(account: string, body: IdentifyBody, services: Ports): Promise<Identification> {
  const group = groupFromBody(body);
  const gallery = await findGalleryFromBody(group, account, services.records);
  const faces = await readDetectedFaces(account, body.faceIds, services, missing);
  checkRecognitionModel(gallery.value.recognitionModel, faces);
  const templates = faces.map(({ template }) => template);
  const matches = await searchGallery(group.kind, gallery, account, templates, { max: body.maxNumOfCandidatesReturned }, services);
  if (!matches) throw await notSearchableFailure(group.kind, gallery, account, services);
  return { faces, matches };
}

async function identifyInDirectory(account: string, body: IdentifyBody, services: Ports): Promise<Identification> {
  const persons = await searchedPersons(account, body, services);
  const faces = await readDetectedFaces(account, body.faceIds, services, missing);
  const { recognitionModel } = faces[0]!;
  checkRecognitionModel(recognitionModel, faces);
  const templates = faces.map(({ template }) => template);
  const options = { persons, max: body.maxNumOfCandidatesReturned };
  return { faces, matches: await searchDirectory(account, recognitionModel, templates, options, services) };
}

/** Undefined for all persons. */
async function searchedPersons(
  account: string,
  { dynamicPersonGroupId, personIds }: IdentifyBody,
  { cache }: Ports,
): Promise<PersonIds | undefined> {
  if (personIds?.includes(ALL_PERSONS)) {
    if (personIds.length > 1)
      throw fail('ParameterInvalid', { parameter: 'personIds', details: `"${ALL_PERSONS}" must be the only item.` });
    return undefined;
  }
  if (personIds) return toPersonIds(personIds.map((id) => id.toLowerCase()));
  const persons = await cache.get(groupPersons, account, dynamicPersonGroupId!);
  if (!persons) throw faceFailure('DynamicPersonGroupNotFoundInBody');
  return persons;
}

const verify = operation({
  id: 'faces.verify',
  summary: 'Verify whether two faces, or a face and a person, are the same person',
  route: 'POST /verify',
  body: VerifyRequest,
  replies: { 200: Verified },
  fails: [
    'FaceNotFound',
    'VerifyPersonGroupNotFound',
    'LargePersonGroupNotFoundInBody',
    'VerifyPersonNotFound',
    'VerifyPersonWithoutFaces',
    'GroupIdsBothGiven',
    'GroupIdsBothMissing',
    'RecognitionModelIncompatible',
  ],
  example: { body: { faceId1: EXAMPLE_UUID, faceId2: EXAMPLE_UUID } },
  async run({ account: { id: account }, body, version }, services) {
    const isInGroup = body.personGroupId != null || body.largePersonGroupId != null || !getVersion(version).hasPersonDirectory;
    const measure =
      body.personId === undefined ? distanceBetweenFaces : isInGroup ? distanceFromPersonOfGroup : distanceFromPersonOfDirectory;
    const distance = await measure(account, body, services);
    const rounded = roundedConfidence(distance);
    return reply(200, { isIdentical: rounded >= IDENTICAL, confidence: rounded });
  },
});

type VerifyBody = Static<typeof VerifyRequest>;

const unknownFace = () => faceFailure('FaceNotFound');

/** The interface has a schema for each kind of body; here one schema covers both, so required fields are checked by hand. */
function requireField(body: VerifyBody, field: 'faceId' | 'faceId1' | 'faceId2'): string {
  const id = body[field];
  if (id === undefined) throw fail('ParameterInvalid', { parameter: field, details: 'is required.' });
  return id;
}

async function distanceBetweenFaces(account: string, body: VerifyBody, services: Ports): Promise<number> {
  const [first, second] = (await readDetectedFaces(
    account,
    [requireField(body, 'faceId1'), requireField(body, 'faceId2')],
    services,
    unknownFace,
  )) as [FaceTemplate, FaceTemplate];
  checkRecognitionModel(first.recognitionModel, [second]);
  return distanceBetween(first.template, second.template);
}

async function distanceFromPersonOfGroup(account: string, body: VerifyBody, services: Ports): Promise<number> {
  const faceId = requireField(body, 'faceId');
  const personId = body.personId!.toLowerCase();
  const group = groupFromBody(body);
  const notFound = group.kind === PERSON_GROUP ? () => faceFailure('VerifyPersonGroupNotFound') : undefined;
  const { uid, recognitionModel } = (await findGalleryFromBody(group, account, services.records, notFound)).value;
  const [face] = (await readDetectedFaces(account, [faceId], services, unknownFace)) as [FaceTemplate];
  checkRecognitionModel(recognitionModel, [face]);
  if (!(await services.records.get(persons, account, memberKey(uid, personId)))) throw faceFailure('VerifyPersonNotFound');
  return await distanceFromTemplates(account, uid, personId, face, services);
}

/** Compares with the person's faces of the same recognition model. */
async function distanceFromPersonOfDirectory(account: string, body: VerifyBody, services: Ports): Promise<number> {
  const faceId = requireField(body, 'faceId');
  const personId = body.personId!.toLowerCase();
  const [face] = (await readDetectedFaces(account, [faceId], services, unknownFace)) as [FaceTemplate];
  if (!(await services.records.get(directoryPersons, account, personId))) throw faceFailure('VerifyPersonNotFound');
  return await distanceFromTemplates(account, directoryUid(face.recognitionModel), personId, face, services);
}

async function distanceFromTemplates(
  account: string,
  uid: string,
  personId: string,
  { template }: FaceTemplate,
  services: Ports,
): Promise<number> {
  const templates = await readPersonTemplates(account, uid, personId, services);
  if (templates.length === 0) throw faceFailure('VerifyPersonWithoutFaces');
  return distanceToPerson(template, templates);
}

const findSimilar = operation({
  id: 'faces.findSimilar',
  summary: 'Find faces that are similar to a face',
  route: 'POST /findsimilars',
  body: FindSimilarRequest,
  replies: { 200: Similar },
  fails: [
    'FaceNotFoundInBody',
    'NotExactlyOneTarget',
    'RecognitionModelIncompatible',
    'FaceListNotFoundInBody',
    'FaceListEmpty',
    'LargeFaceListNotFoundInBody',
    'LargeFaceListNotTrainedInBody',
    'LargeFaceListTrainingNotFinished',
  ],
  example: { body: { faceId: EXAMPLE_UUID, faceListId: EXAMPLE_GALLERY, maxNumOfCandidatesReturned: 10, mode: 'matchPerson' } },
  async run({ account: { id: account }, body }, services) {
    const { faceIds, faceListId, largeFaceListId, maxNumOfCandidatesReturned: max, mode } = body;
    const targets = [faceIds, faceListId, largeFaceListId].filter((target) => target != null);
    if (targets.length !== 1) throw faceFailure('NotExactlyOneTarget');
    const [face] = (await readDetectedFaces(account, [body.faceId], services, missing)) as [FaceTemplate];
    const { matches, searched } = faceIds
      ? await searchFaces(account, face, faceIds, max, services)
      : await searchList(
          account,
          face,
          faceListId == null ? { kind: LARGE_FACE_LIST, id: largeFaceListId! } : { kind: FACE_LIST, id: faceListId },
          max,
          services,
        );
    const similar = matchesAbove(matches, mode === 'matchFace' ? 0 : similarThreshold(searched));
    return reply(
      200,
      similar.map(({ id, ...more }) => ({ [faceIds ? 'faceId' : 'persistedFaceId']: id, ...more })),
    );
  },
});

interface SimilarFaces {
  matches: Match[];
  searched: number;
}

async function searchFaces(
  account: string,
  face: FaceTemplate,
  ids: readonly string[],
  max: number,
  services: Ports,
): Promise<SimilarFaces> {
  const others = await readDetectedFaces(account, ids, services, missing);
  checkRecognitionModel(face.recognitionModel, others);
  const matches = others.map(({ faceId, template }) => ({ id: faceId, distance: distanceBetween(face.template, template) }));
  return { matches: matches.sort((a, b) => a.distance - b.distance).slice(0, max), searched: others.length };
}

async function searchList(
  account: string,
  face: FaceTemplate,
  reference: GalleryReference,
  max: number,
  services: Ports,
): Promise<SimilarFaces> {
  const list = await findGalleryFromBody(reference, account, services.records);
  checkRecognitionModel(list.value.recognitionModel, [face]);
  const matches = await searchGallery(reference.kind, list, account, [face.template], { max }, services);
  if (!matches) throw await notSearchableFailure(reference.kind, list, account, services);
  return { matches: matches.candidates[0]!, searched: matches.searched.faces };
}

const group = operation({
  id: 'faces.group',
  summary: 'Divide faces into groups of similar faces',
  route: 'POST /group',
  body: GroupRequest,
  replies: { 200: Grouped },
  fails: ['FaceNotFoundInBody', 'RecognitionModelIncompatible'],
  example: { body: { faceIds: [EXAMPLE_UUID, EXAMPLE_UUID] } },
  async run({ account: { id: account }, body: { faceIds }, version }, services) {
    const faces = await readDetectedFaces(account, faceIds, services, missing);
    checkRecognitionModel(faces[0]!.recognitionModel, faces);
    const { groups, messy } = await groupFaces(
      faces.map(({ template }) => template),
      services,
    );
    const faceIdsAt = (indexes: readonly number[]): string[] => indexes.map((index) => faces[index]!.faceId);
    const returnsMessy = messy.length > 0 || getVersion(version).returnsEmptyMessyGroup;
    return reply(200, { groups: groups.map(faceIdsAt), ...(returnsMessy && { messyGroup: faceIdsAt(messy) }) });
  },
});

/** More faces are grouped in a thread, so that other calls do not wait. */
const MAX_INLINE_FACES = 100;
const THREAD_MODULE = new URL('../../../engines/faces/search/thread.ts', import.meta.url);

async function groupFaces(templates: readonly Float32Array[], { threads }: Ports): Promise<Grouping> {
  if (templates.length <= MAX_INLINE_FACES) return groupTemplates(templates);
  return await threads.run({ module: THREAD_MODULE, function: 'groupFaces', input: templates });
}

export const recognitionOperations: Operation<FaceServices>[] = [identify, verify, findSimilar, group];
