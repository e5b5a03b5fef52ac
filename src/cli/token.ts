import type { Command } from './command.ts';
import { Management, MANAGEMENT_FLAGS } from './management.ts';

export const token: Command = {
  summary: 'Print a bearer token of the management plane',
  usage: '[--url ADDRESS]',
  flags: MANAGEMENT_FLAGS,
  async run(invocation) {
    const answer = await new Management(invocation).token();
    invocation.print(answer, [answer.access_token]);
    return 0;
  },
};
