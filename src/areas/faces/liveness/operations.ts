/** Liveness sessions: every call is refused. */
import type { Operation, OperationParts } from '../../../kernel/operation.ts';
import { faceFailure } from '../failures.ts';
import { operation } from '../services.ts';
import type { FaceServices } from '../services.ts';
import { versionsWith } from '../versions.ts';
import type { Version } from '../versions.ts';

type Route = OperationParts<FaceServices, undefined, undefined, undefined>['route'];

function refused(id: string, route: Route, paths: Version['liveness']): Operation<FaceServices> {
  return operation({
    id,
    summary: 'Not supported: always rejected',
    route,
    refusedBecause: "Liveness needs the vendor's software on the device with the camera.",
    versions: versionsWith(({ liveness }) => liveness === paths),
    replies: {},
    fails: ['LivenessUnsupported'],
    run() {
      throw faceFailure('LivenessUnsupported');
    },
  });
}

/** The paths of sessions, with and without a comparison with a face. */
const SINGLE_MODAL = [
  ['Liveness', '/detectLiveness/singleModal/sessions'],
  ['LivenessWithVerify', '/detectLivenessWithVerify/singleModal/sessions'],
] as const;
const SESSIONS = [
  ['Liveness', '/detectLiveness-sessions'],
  ['LivenessWithVerify', '/detectLivenessWithVerify-sessions'],
] as const;

export const livenessOperations: Operation<FaceServices>[] = [
  ...SINGLE_MODAL.flatMap(([name, path]) => [
    refused(`faces.create${name}SingleModalSession`, `POST ${path}`, 'singleModal'),
    refused(`faces.list${name}SingleModalSessions`, `GET ${path}`, 'singleModal'),
    refused(`faces.get${name}SingleModalSession`, `GET ${path}/{sessionId}`, 'singleModal'),
    refused(`faces.delete${name}SingleModalSession`, `DELETE ${path}/{sessionId}`, 'singleModal'),
    refused(`faces.get${name}SingleModalSessionAudit`, `GET ${path}/{sessionId}/audit`, 'singleModal'),
  ]),
  refused('faces.getSingleModalSessionImage', 'GET /session/sessionImages/{sessionImageId}', 'singleModal'),
  ...SESSIONS.flatMap(([name, path]) => [
    refused(`faces.create${name}Session`, `POST ${path}`, 'sessions'),
    refused(`faces.get${name}Session`, `GET ${path}/{sessionId}`, 'sessions'),
    refused(`faces.delete${name}Session`, `DELETE ${path}/{sessionId}`, 'sessions'),
  ]),
  refused('faces.getSessionImage', 'GET /sessionImages/{sessionImageId}', 'sessions'),
];
