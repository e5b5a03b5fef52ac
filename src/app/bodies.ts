/** Where request bodies are kept while their calls are in progress, and how much room they have. */
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { BodyReceiver } from '../http/body-receiver.ts';
import { ByteBudget } from '../http/byte-budget.ts';
import { UploadFolder } from '../http/upload-folder.ts';

/** Of the largest upload: its text in base64 and what is parsed from it fit into memory, and two of them on the disk. */
const MIN_MEMORY = 4;
const MIN_DISK = 3;
const SWEEP_MS = 60_000;

export interface Bodies {
  receiver: BodyReceiver;
  memory: ByteBudget;
  disk: ByteBudget;
  folder: UploadFolder;
}

export async function openBodies(config: Config, log: Logger): Promise<Bodies> {
  const uploadBytes = config.uploadMb * 2 ** 20;
  const memory = new ByteBudget(Math.max(config.bodyMemoryMb * 2 ** 20, MIN_MEMORY * uploadBytes));
  const disk = new ByteBudget(Math.max(config.uploadSpaceMb * 2 ** 20, MIN_DISK * uploadBytes));
  const folder = new UploadFolder(config.dev ? undefined : join(config.data, 'uploads'));
  const isShared = config.databaseUrl !== undefined;
  await folder.clear({ isShared });
  const onError = (error: unknown): void => log.error({ err: error }, 'an upload could not be stored or deleted');
  // Another process of the folder may have ended without deleting its files.
  if (isShared) setInterval(() => void folder.clear({ isShared }).catch(onError), SWEEP_MS).unref();
  return { receiver: new BodyReceiver({ memory, disk, folder, onError }), memory, disk, folder };
}
