import { createApp } from '../../../src/app.ts';
import { Directory } from '../../../src/accounts/directory/directory.ts';
import { MasterKeyring } from '../../../src/accounts/keys/keyring.ts';
import { LocalRateLimiter } from '../../../src/accounts/limits/limiter.ts';
import { Meter } from '../../../src/accounts/limits/meter.ts';
import { newAccount } from '../../../src/accounts/store.ts';
import { Tokens } from '../../../src/accounts/keys/tokens.ts';
import { readConfig } from '../../../src/config.ts';
import { faces } from '../../../src/areas/faces/area.ts';
import { AccountAccess } from '../../../src/accounts/access.ts';
import { Change } from '../../../src/kernel/change.ts';
import { cpuMicros } from './statistics.ts';

const CALLS = 200_000;

/** CPU µs to check key, kind, region, rate and quota of one call, before its body is read; one value per round. */
export async function measureKeyCheck(rounds: number): Promise<number[]> {
  const { config } = readConfig({ argv: ['--dev', '--log-level', 'silent'] });
  const app = await createApp(config);
  const keyring = new MasterKeyring(Buffer.alloc(32, 7));
  const change = new Change();
  const key = 'k'.repeat(64);
  newAccount(
    change,
    {
      id: 'bench',
      subscription: 's',
      resourceGroup: 'g',
      name: 'bench',
      location: 'local',
      kind: 'Face',
      collaborators: [],
      blocked: false,
      createdAt: 0,
      limits: { callsPerSecond: 1_000_000, callsPerMonth: 1_000_000_000 },
    },
    { key1: key, key2: `${key}2` },
    keyring,
  );
  await app.store.commit(change);
  const clock = { now: Date.now };
  const access = new AccountAccess({
    directory: new Directory(app.store, keyring),
    tokens: new Tokens(keyring, clock),
    meter: new Meter(app.store),
    limiter: new LocalRateLimiter(),
    clock,
    region: 'local',
  });
  const [operation] = faces.operations;
  const headers = { 'ocp-apim-subscription-key': key };
  const times: number[] = [];
  for (let round = -1; round < rounds; round++) {
    const micros = await cpuMicros(CALLS, () => access.admit(faces, operation!, headers, {}));
    if (round >= 0) times.push(micros);
  }
  await app.close();
  return times;
}
