/** What tests of the vendor's face clients begin with: a server that keeps its data and may fetch a picture of four people. */
import { after, before } from 'node:test';
import { GROUP_PHOTO, serveFiles } from './people.ts';
import type { Rectangle } from './people.ts';
import { ManagementClient, startServer, temporaryFolder } from './server.ts';
import type { Server } from './server.ts';

export const MODELS = { recognitionModel: 'recognition_04', detectionModel: 'detection_03' } as const;
/** An id that nothing has. */
export const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

/** As clients send it. */
export const toTargetFace = ({ left, top, width, height }: Rectangle): number[] => [left, top, width, height];

export interface FaceServer {
  server: Server;
  /** The address of the picture. */
  groupPhotoUrl: string;
  /** The key of a new account for faces. */
  key(account: string): Promise<string>;
}

/** For the tests of the suite that it is called in; what it answers is there once they run. */
export function useFaceServer(): FaceServer {
  const folder = temporaryFolder();
  let files: Awaited<ReturnType<typeof serveFiles>>;
  const house: FaceServer = { server: undefined as unknown as Server, groupPhotoUrl: '', key: async (account) => (await (await ManagementClient.connect(house.server)).createAccount(account, { kind: 'Face' })).key1 };
  before(async () => {
    files = await serveFiles({ 'four.jpg': GROUP_PHOTO });
    house.groupPhotoUrl = files.urlOf('four.jpg');
    house.server = await startServer({ data: folder.path, env: { PERENNIAL_FETCH_ALLOW: files.host } });
  });
  after(async () => {
    await house.server?.stop();
    files?.close();
    folder.remove();
  });
  return house;
}
