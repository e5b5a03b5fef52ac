import { operation, reply } from '../../kernel/operation.ts';
import { Change } from '../../kernel/change.ts';
import { Keys, RegenerateKey } from '../schemas.ts';
import { openKeys, replaceKey } from '../store.ts';
import { mustGetAccount, ofAccount, ONE } from '../directory/operations.ts';

export const listKeys = operation({
  ...ofAccount,
  id: 'accounts.listKeys',
  summary: 'Show the keys of an account',
  route: `POST ${ONE}/listKeys`,
  replies: { 200: Keys },
  async run(call, { records, keyring }) {
    return reply(200, openKeys((await mustGetAccount(records, call.params)).value, keyring));
  },
});

export const regenerateKey = operation({
  ...ofAccount,
  id: 'accounts.regenerateKey',
  summary: 'Replace one key; the old one stops working immediately',
  route: `POST ${ONE}/regenerateKey`,
  body: RegenerateKey,
  replies: { 200: Keys },
  example: { ...ofAccount.example, body: { keyName: 'key1' } },
  async run(call, { records, keyring, ids }) {
    const change = new Change();
    const account = await replaceKey(change, records, await mustGetAccount(records, call.params), call.body.keyName, keyring, ids);
    return reply(200, openKeys(account, keyring), { change });
  },
});
