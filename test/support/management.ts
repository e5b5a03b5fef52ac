/**
 * The table of the management plane's operations, for tests that are generated from tables. Its parts do nothing: calls go to a test
 * app.
 */
import { AdminSecret } from '../../src/accounts/admin-secret.ts';
import { managementArea } from '../../src/accounts/area.ts';
import { MasterKeyring } from '../../src/accounts/keyring.ts';
import { oidcOperations } from '../../src/accounts/operations/oidc.ts';
import { serverOperations } from '../../src/accounts/operations/server.ts';
import type { ServerParts } from '../../src/accounts/operations/server.ts';
import { sessionOperations } from '../../src/accounts/operations/sessions.ts';
import { tokenOperation } from '../../src/accounts/operations/tokens.ts';
import type { Sessions } from '../../src/accounts/sessions.ts';
import { workOperations } from '../../src/accounts/operations/work.ts';
import type { WorkParts } from '../../src/accounts/operations/work.ts';
import type { SignInGuard } from '../../src/accounts/sign-in-guard.ts';
import { Tokens } from '../../src/accounts/tokens.ts';

const keyring = new MasterKeyring(Buffer.alloc(32));
const adminSecret = new AdminSecret(keyring, 'x');

export const management = managementArea({
  token: tokenOperation({ tokens: new Tokens(keyring, { now: Date.now }), adminSecret }),
  more: [
    ...sessionOperations({ adminSecret, sessions: {} as Sessions, guard: {} as SignInGuard, hasOidc: false }),
    ...oidcOperations(undefined),
    ...workOperations({} as WorkParts),
    ...serverOperations({} as ServerParts),
  ],
  jobs: {},
});
