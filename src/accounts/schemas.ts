import { Type } from '../kernel/schema.ts';
import { ACCOUNT_KINDS } from '../kernel/account.ts';
import { MAX_PASSWORD_LENGTH } from './operators/passwords.ts';
import { ROLES, SERVER_ROLES } from './roles.ts';

/** Names of subscriptions, groups and accounts; they become parts of addresses and record keys. */
const Name = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$' });

/** Of the body of a sign-in, which is read without a key. */
export const MAX_SIGN_IN_BYTES = 16 * 1024;

export const AccountPath = Type.Object({ subscription: Name, resourceGroup: Name, account: Name });
export const GroupPath = Type.Object({ subscription: Name, resourceGroup: Name });
export const JobPath = Type.Object({ subscription: Name, resourceGroup: Name, account: Name, jobId: Type.String({ maxLength: 100 }) });

export const AssignmentPath = Type.Object({
  subscription: Name,
  resourceGroup: Name,
  account: Name,
  assignmentId: Type.String({ maxLength: 100 }),
});

const LimitsSchema = Type.Object({
  callsPerSecond: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000 })),
  callsPerMonth: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000_000 })),
});

const OtherAccounts = Type.Array(Type.String({ maxLength: 300 }), { maxItems: 1000 });

export const PutAccount = Type.Object({
  location: Type.String({ pattern: '^[A-Za-z0-9-]{1,64}$' }),
  kind: Type.Optional(Type.Enum([...ACCOUNT_KINDS])),
  properties: Type.Optional(
    Type.Object({
      limits: Type.Optional(LimitsSchema),
      /** Omitted: unchanged. Null: unlinked. */
      storage: Type.Optional(Type.Union([Type.Object({ connectionString: Type.String({ minLength: 1, maxLength: 2000 }) }), Type.Null()])),
      collaborators: Type.Optional(OtherAccounts),
      /** Omitted: unchanged. */
      acceptsAssignmentsFrom: Type.Optional(OtherAccounts),
      blocked: Type.Optional(Type.Boolean()),
    }),
  ),
});

export const AccountView = Type.Object({
  id: Type.String(),
  name: Type.String(),
  location: Type.String(),
  kind: Type.String(),
  properties: Type.Object({
    accountId: Type.String(),
    endpoint: Type.String(),
    limits: LimitsSchema,
    collaborators: OtherAccounts,
    acceptsAssignmentsFrom: OtherAccounts,
    storage: Type.Object({ linked: Type.Boolean() }),
    blocked: Type.Boolean(),
    createdDateTime: Type.String(),
  }),
});

export const AccountList = Type.Object({ value: Type.Array(AccountView) });

export const AssignmentList = Type.Object({
  value: Type.Array(
    Type.Object({
      assignmentId: Type.String(),
      /** The account id of the owner of the project or app. */
      ownerId: Type.String(),
      kind: Type.String(),
      /** The name of the project, or the id of the app. */
      name: Type.String(),
      agreedBy: Type.String(),
      createdDateTime: Type.String(),
    }),
  ),
});

export const Keys = Type.Object({ key1: Type.String(), key2: Type.String() });
export const RegenerateKey = Type.Object({ keyName: Type.Enum(['key1', 'key2']) });

export const TokenRequest = Type.Object({
  grant_type: Type.Enum(['client_credentials']),
  client_id: Type.String({ maxLength: 100 }),
  client_secret: Type.String({ maxLength: 1000 }),
});
export const TokenReply = Type.Object({ access_token: Type.String(), token_type: Type.String(), expires_in: Type.Integer() });

const RoleName = Type.Enum([...SERVER_ROLES]);
const AccountRoleName = Type.Enum([...ROLES]);
/** Roles in single accounts, which count where they are higher than the one on the server. */
const AccountRoles = Type.Array(Type.Object({ accountId: Type.String(), role: AccountRoleName }));
/** The secret, the code, name and password, or invitation and password. */
export const SignIn = Type.Object({
  secret: Type.Optional(Type.String({ maxLength: 1000 })),
  code: Type.Optional(Type.String({ maxLength: 100 })),
  name: Type.Optional(Type.String({ maxLength: 64 })),
  invitation: Type.Optional(Type.String({ maxLength: 100 })),
  password: Type.Optional(Type.String({ maxLength: MAX_PASSWORD_LENGTH })),
});
export const SignInOptions = Type.Object({ password: Type.Boolean(), oidc: Type.Boolean() });
export const SessionView = Type.Object({
  subject: Type.String(),
  role: Type.Optional(RoleName),
  accounts: Type.Optional(AccountRoles),
  /** Whether the operator signs in with a password, which can be changed. */
  hasPassword: Type.Optional(Type.Boolean()),
  expirationDateTime: Type.Optional(Type.String()),
  /** Encrypts what the console stores in the browser, so that only the operator can read it. */
  draftKey: Type.Optional(Type.String()),
});
export const SessionPath = Type.Object({ sessionId: Type.String({ pattern: '^[0-9a-f]{32}$' }) });
export const SessionList = Type.Object({
  value: Type.Array(
    Type.Object({
      sessionId: Type.String(),
      /** The one of this call. */
      isCurrent: Type.Boolean(),
      createdDateTime: Type.String(),
      expirationDateTime: Type.String(),
      userAgent: Type.Optional(Type.String()),
    }),
  ),
});
export const ChangePassword = Type.Object({
  password: Type.String({ maxLength: MAX_PASSWORD_LENGTH }),
  newPassword: Type.String({ maxLength: MAX_PASSWORD_LENGTH }),
});
export const OidcCallbackQuery = Type.Object({
  state: Type.Optional(Type.String({ maxLength: 200 })),
  code: Type.Optional(Type.String({ maxLength: 4000 })),
  error: Type.Optional(Type.String({ maxLength: 200 })),
});

export const OperatorPath = Type.Object({ operatorId: Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._@+-]{0,63}$' }) });
export const InviteOperator = Type.Object({
  name: Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._@+-]{0,63}$' }),
  role: RoleName,
});
export const ChangeOperator = Type.Object({ role: RoleName });
export const OperatorAccountPath = Type.Object({ ...OperatorPath.properties, accountId: Type.String({ maxLength: 100 }) });
export const AccountRole = Type.Object({ role: AccountRoleName });
export const OperatorView = Type.Object({
  operatorId: Type.String(),
  name: Type.String(),
  role: RoleName,
  accounts: AccountRoles,
  signsInWith: Type.Enum(['secret', 'password', 'oidc']),
  issuer: Type.Optional(Type.String()),
  /** Whether the invitation has not been accepted yet. */
  isInvited: Type.Boolean(),
  createdDateTime: Type.Optional(Type.String()),
  lastSignInDateTime: Type.Optional(Type.String()),
});
export const OperatorList = Type.Object({ value: Type.Array(OperatorView) });
export const InvitedOperator = Type.Object({
  ...OperatorView.properties,
  invitation: Type.Object({ url: Type.String(), expirationDateTime: Type.String() }),
});

export const Usage = Type.Object({
  value: Type.Array(Type.Object({ period: Type.String(), operation: Type.String(), calls: Type.Integer() })),
});
export const UsageQuery = Type.Object({ period: Type.Optional(Type.String({ pattern: '^\\d{4}-\\d{2}$' })) });

/** `after` is the number of the last entry seen, in the requested order. */
export const AuditQuery = Type.Object({
  after: Type.Integer({ minimum: 0, default: 0 }),
  top: Type.Integer({ minimum: 1, maximum: 1000, default: 100 }),
  order: Type.Union([Type.Literal('oldest'), Type.Literal('newest')], { default: 'oldest' }),
});
export const AuditPage = Type.Object({
  value: Type.Array(Type.Object({ sequence: Type.Integer(), hash: Type.String(), entry: Type.Object({}, { additionalProperties: true }) })),
});

export const JobView = Type.Object({
  jobId: Type.String(),
  kind: Type.String(),
  /** What it works on, such as a project, an app or a model. */
  subject: Type.Optional(Type.Object({ id: Type.String(), name: Type.String() })),
  status: Type.String(),
  percentCompleted: Type.Integer(),
  /** What it has completed, such as pages, where that can be counted. */
  completed: Type.Optional(Type.Object({ count: Type.Integer(), of: Type.Integer(), unit: Type.String() })),
  /** How often it was started. */
  attempts: Type.Integer(),
  createdDateTime: Type.String(),
  startedDateTime: Type.Optional(Type.String()),
  lastUpdatedDateTime: Type.String(),
  endedDateTime: Type.Optional(Type.String()),
  expirationDateTime: Type.String(),
  errors: Type.Array(Type.Object({ code: Type.String(), message: Type.String(), target: Type.Optional(Type.String()) })),
  log: Type.Array(Type.Object({ dateTime: Type.String(), text: Type.String() })),
  result: Type.Optional(Type.Object({}, { additionalProperties: true })),
});
export const JobList = Type.Object({ value: Type.Array(JobView) });
export const JobListQuery = Type.Object({
  after: Type.Optional(Type.String({ maxLength: 100 })),
  top: Type.Integer({ minimum: 1, maximum: 1000, default: 100 }),
});

export const UnfinishedQuery = Type.Object({ top: Type.Integer({ minimum: 1, maximum: 1000, default: 100 }) });
export const UnfinishedJobs = Type.Object({ value: Type.Array(Type.Object({ accountId: Type.String(), ...JobView.properties })) });

const { log, result, ...workProperties } = JobView.properties;
/** `account` is an account id; `since` adds its jobs that have ended since then. */
export const WorkQuery = Type.Object({
  account: Type.Optional(Type.String({ maxLength: 100 })),
  since: Type.Optional(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T[\\d:.]{8,12}Z$' })),
});
export const WorkList = Type.Object({
  at: Type.String(),
  value: Type.Array(Type.Object({ accountId: Type.String(), ...workProperties })),
});

export const ActivityView = Type.Object({
  value: Type.Array(Type.Object({ minute: Type.String(), calls: Type.Integer(), refused: Type.Integer(), failed: Type.Integer() })),
  errors: Type.Array(
    Type.Object({
      dateTime: Type.String(),
      requestId: Type.String(),
      accountId: Type.Optional(Type.String()),
      operation: Type.String(),
      status: Type.Integer(),
      kind: Type.Optional(Type.String()),
    }),
  ),
});

/** What a backup that is restored at the next start holds. */
const StagedBackup = Type.Object({
  version: Type.String(),
  createdDateTime: Type.String(),
  rows: Type.Integer(),
  blobs: Type.Integer(),
});
export const RestoreView = Type.Object({
  /** Whether this server can restore at its next start: one process, with its data in the data folder. */
  isPossible: Type.Boolean(),
  staged: Type.Optional(StagedBackup),
});

export const ServerView = Type.Object({
  version: Type.String(),
  startedDateTime: Type.String(),
  region: Type.String(),
  role: Type.String(),
  store: Type.String(),
  engines: Type.Array(Type.Object({ name: Type.String(), version: Type.String() })),
  settings: Type.Array(Type.Object({ name: Type.String(), value: Type.Optional(Type.String()) })),
  memoryBytes: Type.Integer(),
  storage: Type.Optional(
    Type.Object({
      databaseBytes: Type.Optional(Type.Integer()),
      blobBytes: Type.Optional(Type.Integer()),
      blobCount: Type.Optional(Type.Integer()),
      freeBytes: Type.Integer(),
    }),
  ),
});
