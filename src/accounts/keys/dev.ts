import type { KeyName } from '../../kernel/account.ts';

/** The fixed keys of `--dev`, documented for use in tests. */
export const DEV_KEYS: Record<KeyName, string> = { key1: 'perennial-dev-key-1', key2: 'perennial-dev-key-2' };
export const DEV_ADMIN_SECRET = 'perennial-dev-secret';
export const DEV_MASTER_KEY = '0'.repeat(64);
