/** Where request bodies are kept while their calls are in progress, and how much room they have. */
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { BodyReceiver } from '../http/body/body-receiver.ts';
import { FairBudget } from '../http/admission/fair-budget.ts';
import { UploadFolder } from '../http/body/upload-folder.ts';

/** Uploads of the largest size that fit into each budget: one in base64 and what is parsed from it. */
const MIN_UPLOADS = 4;
const SWEEP_MS = 60_000;

export interface Bodies {
  receiver: BodyReceiver;
  memory: FairBudget;
  disk: FairBudget;
  folder: UploadFolder;
}

export async function openBodies(config: Config, log: Logger): Promise<Bodies> {
  const uploadBytes = config.uploadMb * 2 ** 20;
  const memory = new FairBudget(Math.max(config.bodyMemoryMb * 2 ** 20, MIN_UPLOADS * uploadBytes));
  const disk = new FairBudget(Math.max(config.uploadSpaceMb * 2 ** 20, MIN_UPLOADS * uploadBytes));
  const folder = new UploadFolder(config.dev ? undefined : join(config.data, 'uploads'));
  const isShared = config.databaseUrl !== undefined;
  await folder.clear({ isShared });
  const onError = (error: unknown): void => log.error({ err: error }, 'an upload could not be stored or deleted');
  // Another process of the folder may have ended without deleting its files.
  if (isShared) setInterval(() => void folder.clear({ isShared }).catch(onError), SWEEP_MS).unref();
  return { receiver: new BodyReceiver({ memory, disk, folder, onError }), memory, disk, folder };
}
