/**
 * One server for the tests of many files: starting it, its threads and its models takes longer than most tests. The runner lets such files
 * take turns in one process. Each has a resource group of its own, and an account of its own in place of the default one.
 */
import { after } from 'node:test';
import { ManagementClient, readCertificate, startServer, temporaryFolder } from './server.ts';
import type { Server } from './server.ts';

const folders: { remove(): void }[] = [];
const servers = new Map<string, Promise<Server>>();
let files = 0;

after(async () => {
  await Promise.all([...servers.values()].map(async (server) => await (await server).stop()));
  for (const folder of folders) folder.remove();
});

/** No file stops it. */
export type SharedServer = Omit<Server, 'stop' | 'signal' | 'exited'>;

/** For `before` of a test file. */
export async function sharedServer(...args: readonly string[]): Promise<SharedServer> {
  const server = await (servers.get(args.join(' ')) ?? start(args));
  ManagementClient.resourceGroup = `tests-${++files}`;
  const ca = server.announced.certificateFile === undefined ? undefined : readCertificate(server);
  const manager = await ManagementClient.connect(server, ca);
  return { ...server, ...(await manager.createAccount('default')) };
}

function start(args: readonly string[]): Promise<Server> {
  const folder = temporaryFolder();
  folders.push(folder);
  const server = startServer({ data: folder.path, args });
  servers.set(args.join(' '), server);
  return server;
}
