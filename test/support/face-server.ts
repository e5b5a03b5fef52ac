/** A server for tests of the vendor's face clients, which may fetch a photo of four persons. */
import { after, before } from 'node:test';
import { GROUP_PHOTO, serveFiles } from './people.ts';
import type { Rectangle } from './people.ts';
import { ManagementClient, startServer, temporaryFolder } from './server.ts';
import type { Server } from './server.ts';

export const MODELS = { recognitionModel: 'recognition_04', detectionModel: 'detection_03' } as const;
/** An id that does not exist. */
export const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

/** A target rectangle as clients send it. */
export const toTargetFace = ({ left, top, width, height }: Rectangle): number[] => [left, top, width, height];

export interface FaceServer {
  server: Server;
  /** URL of the photo. */
  groupPhotoUrl: string;
  /** The key of a new account for faces. */
  key(account: string): Promise<string>;
}

/** Starts and stops the server with the suite that calls this; the result is filled in before its tests run. */
export function useFaceServer(): FaceServer {
  const folder = temporaryFolder();
  let files: Awaited<ReturnType<typeof serveFiles>>;
  const faceServer: FaceServer = {
    server: undefined as unknown as Server,
    groupPhotoUrl: '',
    key: async (account) => (await (await ManagementClient.connect(faceServer.server)).createAccount(account, { kind: 'Face' })).key1,
  };
  before(async () => {
    files = await serveFiles({ 'four.jpg': GROUP_PHOTO });
    faceServer.groupPhotoUrl = files.urlOf('four.jpg');
    faceServer.server = await startServer({ data: folder.path, env: { PERENNIAL_FETCH_ALLOW: files.host } });
  });
  after(async () => {
    await faceServer.server?.stop();
    files?.close();
    folder.remove();
  });
  return faceServer;
}
