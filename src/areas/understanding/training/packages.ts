/** Downloads of trained models. They are in this server's format, not in that of the vendor's containers. */
import { gzip } from 'node:zlib';
import { promisify } from 'node:util';
import { Bytes, reply } from '../../../kernel/operation.ts';
import { understandingFailure } from '../failures.ts';
import { operation } from '../services.ts';
import type { UnderstandingOperation } from '../services.ts';
import { requireApp, requireVersion, trainings } from '../store.ts';

const compress = promisify(gzip);

export const packageOperations: readonly UnderstandingOperation[] = [
  operation({
    id: 'understanding.packagePublished',
    summary: 'Download the trained model of a slot, compressed',
    route: 'GET /package/{appId}/slot/{slotName}/gzip',
    replies: { 200: Bytes },
    fails: ['AppNotFound', 'NotPublished'],
    async run({ account, params }, services) {
      const { owner, app } = await requireApp(services, account, params.appId!);
      const slot = params.slotName!.toLowerCase();
      const published = slot === 'production' || slot === 'staging' ? app.value.slots[slot] : undefined;
      const bytes = published && (await services.blobs.get(owner, published.blob));
      if (!bytes) throw understandingFailure('NotPublished', { slot: params.slotName!.slice(0, 50) });
      return reply(200, await compress(bytes));
    },
  }),
  operation({
    id: 'understanding.packageTrained',
    summary: 'Download the trained model of a version, compressed',
    route: 'GET /package/{appId}/versions/{versionId}/gzip',
    replies: { 200: Bytes },
    fails: ['AppNotFound', 'VersionNotFound', 'VersionUntrained'],
    async run({ account, params: { appId, versionId } }, services) {
      const { owner, version } = await requireVersion(services, account, { appId: appId!, versionId: versionId! });
      const blob = (await services.records.get(trainings, owner, version.value.uid))?.value.trained?.blob;
      const bytes = blob === undefined ? undefined : await services.blobs.get(owner, blob);
      if (!bytes) throw understandingFailure('VersionUntrained');
      return reply(200, await compress(bytes));
    },
  }),
];
