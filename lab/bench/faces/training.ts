/**
 * What training takes: packing, sealing and opening the faces of a gallery, and how long other calls wait for it meanwhile. `node
 * lab/bench/faces/training.ts [FACES]`.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { MasterKeyring } from '../../../src/accounts/keys/keyring.ts';
import { memberKey, persistedFaces } from '../../../src/areas/faces/store.ts';
import { sealContext, sealTemplate, ensureTemplateKey } from '../../../src/areas/faces/templates.ts';
import { packFaces } from '../../../src/areas/faces/training/pack.ts';
import { openParts, sealParts } from '../../../src/areas/faces/training/sealed-parts.ts';
import { Random } from '../../../src/engines/shared/random.ts';
import { openBlock } from '../../../src/engines/faces/search/block.ts';
import { Change } from '../../../src/kernel/change.ts';
import { openSqlite } from '../../../src/storage/records/sqlite/store.ts';
import { randomSecret } from '../../../src/kernel/random.ts';

const ACCOUNT = 'bench';
const CHUNK = 2000;

export async function training(faces = 100_000): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'perennial-bench-'));
  const store = await openSqlite({ folder, now: Date.now });
  try {
    const services = { records: store, keyring: new MasterKeyring(Buffer.alloc(32, 1)), ids: { uuid: randomUUID, secret: randomSecret } };
    const uid = randomUUID();
    const random = new Random(1);
    for (let count = 0; count < faces; count += CHUNK) {
      const change = new Change();
      const templateKey = await ensureTemplateKey(change, ACCOUNT, services);
      for (let i = 0; i < CHUNK; i++) {
        const faceKey = memberKey(uid, randomUUID());
        change.put(persistedFaces, ACCOUNT, faceKey, {
          template: sealTemplate(
            templateKey,
            Float32Array.from({ length: 128 }, () => random.next() - 0.5),
            sealContext(persistedFaces, ACCOUNT, faceKey),
          ),
          count: 0,
        });
      }
      await store.commit(change);
    }
    const templateKey = await ensureTemplateKey(new Change(), ACCOUNT, services);
    const packed = await measured('read and pack', faces, () => packFaces({ account: ACCOUNT, uid, ofPersons: false }, services));
    const sealed = await measured('seal', faces, () => sealParts(templateKey, [packed.roster.bytes, packed.block], 'bench'));
    const [, block] = await measured('open', faces, () => openParts(templateKey, sealed, 'bench'));
    await measured('load', faces, () => Promise.resolve(openBlock(block!)));
    console.log(`  file: ${(sealed.length / faces).toFixed(0)} bytes per face, ${(sealed.length / 2 ** 20).toFixed(1)} MB`);
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measured<T>(name: string, faces: number, work: () => Promise<T>): Promise<T> {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  delays.disable();
  console.log(
    `  ${name.padEnd(14)} ${((user + system) / 1e6).toFixed(2)} s CPU, ${((user + system) / faces).toFixed(1)} µs per face; other calls wait at most ${(delays.max / 1e6).toFixed(0)} ms`,
  );
  return result;
}

if (process.argv[1] === import.meta.filename) {
  const faces = Number(process.argv[2] ?? 100_000);
  console.log(`Training of ${faces} faces`);
  await training(faces);
}
