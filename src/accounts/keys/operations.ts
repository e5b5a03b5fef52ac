import { operation, reply } from '../../kernel/operation.ts';
import { Change } from '../../kernel/change.ts';
import { AccountPath, Keys, RegenerateKey } from '../schemas.ts';
import { openKeys, replaceKey } from '../store.ts';
import { mustGetAccount, ONE } from '../directory/operations.ts';

const params = { subscription: 'default', resourceGroup: 'default', account: 'example' };

export const listKeys = operation({
  id: 'accounts.listKeys',
  summary: 'Show the keys of an account',
  route: `POST ${ONE}/listKeys`,
  needs: 'manager',
  params: AccountPath,
  replies: { 200: Keys },
  fails: ['AccountNotFound'],
  example: { params },
  async run(call, { records, keyring }) {
    return reply(200, openKeys((await mustGetAccount(records, call.params)).value, keyring));
  },
});

export const regenerateKey = operation({
  id: 'accounts.regenerateKey',
  summary: 'Replace one key; the old one stops working immediately',
  route: `POST ${ONE}/regenerateKey`,
  needs: 'manager',
  params: AccountPath,
  body: RegenerateKey,
  replies: { 200: Keys },
  fails: ['AccountNotFound'],
  example: { params, body: { keyName: 'key1' } },
  async run(call, { records, keyring, ids }) {
    const change = new Change();
    const account = await replaceKey(change, records, await mustGetAccount(records, call.params), call.body.keyName, keyring, ids);
    return reply(200, openKeys(account, keyring), { change });
  },
});
