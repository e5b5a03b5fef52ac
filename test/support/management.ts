/**
 * The table of the management plane's operations, for tests that are generated from tables. Its parts do nothing: calls go to a test
 * app.
 */
import { AdminSecret } from '../../src/accounts/keys/admin-secret.ts';
import { managementArea } from '../../src/accounts/area.ts';
import { MasterKeyring } from '../../src/accounts/keys/keyring.ts';
import { oidcOperations } from '../../src/accounts/operators/oidc-operations.ts';
import { serverOperations } from '../../src/accounts/work/server-operations.ts';
import type { ServerParts } from '../../src/accounts/work/server-operations.ts';
import { sessionOperations } from '../../src/accounts/operators/session-operations.ts';
import { tokenOperation } from '../../src/accounts/keys/token-operations.ts';
import type { Sessions } from '../../src/accounts/operators/sessions.ts';
import { workOperations } from '../../src/accounts/work/operations.ts';
import type { WorkParts } from '../../src/accounts/work/operations.ts';
import type { SignInGuard } from '../../src/accounts/operators/sign-in-guard.ts';
import { Tokens } from '../../src/accounts/keys/tokens.ts';

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
