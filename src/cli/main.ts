/** The command line: one command a file, each with --help and --json. */
import { ConfigProblems, readConfig, SETTINGS, flagName } from '../config.ts';
import { NewerData } from '../storage/newer-data.ts';
import { DataInUse } from '../storage/sqlite/store.ts';
import { WrongMasterKey } from '../accounts/first-start.ts';
import { UsageError } from './command.ts';
import type { Command, Invocation } from './command.ts';
import { accounts } from './accounts.ts';
import { backup } from './backup.ts';
import { doctor } from './doctor.ts';
import { restore } from './restore.ts';
import { serve } from './serve.ts';
import { token } from './token.ts';
import { verify } from './verify.ts';

const COMMANDS: Readonly<Record<string, Command>> = { serve, accounts, token, backup, restore, verify, doctor };
const EXPECTED = [UsageError, ConfigProblems, NewerData, DataInUse, WrongMasterKey];

/** Runs a command; answers the exit status. */
export async function main(argv: readonly string[], env: Readonly<Record<string, string | undefined>>): Promise<number> {
  const [name, ...rest] = argv;
  const command = name === undefined ? undefined : COMMANDS[name];
  if (!command) {
    const asked = name === undefined || name === 'help' || name === '--help' || name === '-h';
    (asked ? console.log : console.error)(`${asked ? '' : `There is no command ${name}.\n\n`}${overview()}`);
    return asked ? 0 : 2;
  }
  if (rest.includes('--help') || rest.includes('-h')) {
    console.log(help(name!, command));
    return 0;
  }
  const json = rest.includes('--json');
  try {
    const { config, rest: args, flags } = readConfig({ argv: rest.filter((word) => word !== '--json'), env });
    const unknown = Object.keys(flags).filter((flag) => !(flag in (command.flags ?? {})));
    if (unknown.length > 0) throw new UsageError(`${name} does not know --${unknown.join(', --')}; see --help`);
    const print: Invocation['print'] = (answer, lines) => console.log(json ? JSON.stringify(answer, null, 2) : lines.join('\n'));
    return await command.run({ config, args, flags, json, print });
  } catch (error) {
    if (!EXPECTED.some((kind) => error instanceof kind)) throw error;
    const { message } = error as Error;
    if (json) console.log(JSON.stringify({ error: message }));
    else console.error(message);
    return error instanceof UsageError || error instanceof ConfigProblems ? 2 : 1;
  }
}

function overview(): string {
  const width = Math.max(...Object.keys(COMMANDS).map((name) => name.length));
  return ['Usage: perennial COMMAND [--help] [--json]', '', ...Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`)].join('\n');
}

function help(name: string, { summary, usage, flags = {} }: Command): string {
  const rows = [
    ...Object.entries(flags).map(([flag, about]) => [`--${flag}`, about]),
    ...Object.entries(SETTINGS).map(([setting, { env, help: about, default: preset }]) => [`--${flagName(setting)}`, `${about} [${env}${preset === undefined || preset === false || (Array.isArray(preset) && preset.length === 0) ? '' : `, ${String(preset)}`}]`]),
    ['--config', 'JSON file with settings by name [PERENNIAL_CONFIG]'],
    ['--json', 'answer as JSON'],
  ];
  const width = Math.max(...rows.map(([flag]) => flag!.length));
  return [`Usage: perennial ${name} ${usage}`, '', summary, '', ...rows.map(([flag, about]) => `  ${flag!.padEnd(width)}  ${about}`)].join('\n');
}
