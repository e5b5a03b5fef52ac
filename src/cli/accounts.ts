import { UsageError, textFlag } from './command.ts';
import type { Command, Invocation } from './command.ts';
import { Management, MANAGEMENT_FLAGS } from './management.ts';

interface AccountView {
  id: string;
  name: string;
  location: string;
  kind: string;
  properties: { blocked: boolean };
}
interface KeysView {
  key1: string;
  key2: string;
}

type Action = (management: Management, path: string, invocation: Invocation) => Promise<void>;

const keyLines = ({ key1, key2 }: KeysView): string[] => [`key1  ${key1}`, `key2  ${key2}`];

const ACTIONS: Readonly<Record<string, Action>> = {
  async list(management, _path, { print }) {
    const answer = await management.call<{ value: AccountView[] }>('GET', '/accounts');
    print(
      answer,
      answer.value.map(({ id, kind, location, properties }) => `${id}  ${kind}  ${location}${properties.blocked ? '  blocked' : ''}`),
    );
  },
  async show(management, path, { print }) {
    const answer = await management.call<AccountView>('GET', path);
    print(answer, [JSON.stringify(answer, null, 2)]);
  },
  async create(management, path, { config, flags, print }) {
    const answer = await management.call<AccountView>('PUT', path, {
      location: textFlag(flags, 'location', config.region),
      kind: textFlag(flags, 'kind', 'MultiService'),
    });
    const keys = await management.call<KeysView>('POST', `${path}/listKeys`);
    print({ ...answer, ...keys }, [answer.id, ...keyLines(keys)]);
  },
  async keys(management, path, { print }) {
    const answer = await management.call<KeysView>('POST', `${path}/listKeys`);
    print(answer, keyLines(answer));
  },
  async rotate(management, path, { args, print }) {
    const answer = await management.call<KeysView>('POST', `${path}/regenerateKey`, { keyName: args[2] ?? 'key1' });
    print(answer, keyLines(answer));
  },
  async delete(management, path, { print }) {
    await management.call('DELETE', path);
    print({ deleted: path }, [`deleted ${path}`]);
  },
};

export const accounts: Command = {
  summary: 'Manage the accounts of a running server',
  usage: 'list | show NAME | create NAME | keys NAME | rotate NAME [key1|key2] | delete NAME',
  flags: {
    ...MANAGEMENT_FLAGS,
    subscription: { type: 'string', help: 'subscription of the account [default]' },
    group: { type: 'string', help: 'resource group of the account [default]' },
    kind: { type: 'string', help: 'kind of a new account [MultiService]' },
    location: { type: 'string', help: "region of a new account [the server's]" },
  },
  async run(invocation) {
    const [name = 'list', account] = invocation.args;
    const action = ACTIONS[name];
    if (!action) throw new UsageError(`accounts: unknown action ${name}; see --help`);
    if (name !== 'list' && account === undefined) throw new UsageError(`accounts ${name} needs the name of an account`);
    const part = (flag: string): string => encodeURIComponent(textFlag(invocation.flags, flag, 'default'));
    await action(
      new Management(invocation),
      `/subscriptions/${part('subscription')}/resourceGroups/${part('group')}/accounts/${encodeURIComponent(account ?? '')}`,
      invocation,
    );
    return 0;
  },
};
