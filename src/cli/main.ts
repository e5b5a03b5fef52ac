/** The command line: one file per command, each with --help and --json. */
import { ConfigProblems, readConfig, SETTINGS, flagName } from '../config.ts';
import { NewerData } from '../storage/newer-data.ts';
import { DataInUse } from '../storage/records/sqlite/store.ts';
import { StorageUnavailable } from '../kernel/storage-unavailable.ts';
import { StorageUnusable } from '../storage/storage-unusable.ts';
import { WrongMasterKey } from '../accounts/signed-records.ts';
import { VERSION } from '../version.ts';
import { PortInUse, UsageError } from './command.ts';
import type { Command, Invocation } from './command.ts';

/** Loaded on demand: a quick command does not load the server's modules. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./serve.ts')).serve,
  accounts: async () => (await import('./accounts.ts')).accounts,
  token: async () => (await import('./token.ts')).token,
  conversations: async () => (await import('./conversations.ts')).conversations,
  understanding: async () => (await import('./understanding.ts')).understanding,
  ranking: async () => (await import('./ranking.ts')).ranking,
  compare: async () => (await import('./compare.ts')).compare,
  migrate: async () => (await import('./migrate.ts')).migrate,
  backup: async () => (await import('./backup.ts')).backup,
  restore: async () => (await import('./restore.ts')).restore,
  verify: async () => (await import('./verify.ts')).verify,
  blobs: async () => (await import('./blobs.ts')).blobs,
  doctor: async () => (await import('./doctor.ts')).doctor,
};
const OWN_FLAGS: ReadonlySet<string> = new Set(['--help', '-h', '--version']);
const EXPECTED = [UsageError, PortInUse, ConfigProblems, NewerData, DataInUse, StorageUnavailable, StorageUnusable, WrongMasterKey];

/** Runs a command; returns the exit status. */
export async function main(argv: readonly string[], env: Readonly<Record<string, string | undefined>>): Promise<number> {
  // Without a command it serves: `npx perennial --port 9000`.
  const [name = 'serve', ...rest] = argv[0]?.startsWith('-') && !OWN_FLAGS.has(argv[0]) ? ['serve', ...argv] : argv;
  if (name === '--version') {
    console.log(VERSION);
    return 0;
  }
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!load) {
    const isHelp = name === 'help' || name === '--help' || name === '-h';
    (isHelp ? console.log : console.error)(`${isHelp ? '' : `Unknown command ${name}.\n\n`}${await overview()}`);
    return isHelp ? 0 : 2;
  }
  const command = await load();
  if (rest.includes('--help') || rest.includes('-h')) {
    console.log(help(name, command));
    return 0;
  }
  const json = rest.includes('--json');
  try {
    const own = Object.fromEntries(Object.entries(command.flags ?? {}).map(([flag, { type }]) => [flag, type]));
    const { config, rest: args, flags } = readConfig({ argv: rest.filter((word) => word !== '--json'), env, flags: own });
    const unknown = Object.keys(flags).filter((flag) => !(flag in (command.flags ?? {})));
    if (unknown.length > 0) throw new UsageError(`${name}: unknown flag --${unknown.join(', --')}; see --help`);
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

async function overview(): Promise<string> {
  const width = Math.max(...Object.keys(COMMANDS).map((name) => name.length));
  const lines = Object.entries(COMMANDS).map(async ([name, load]) => `  ${name.padEnd(width)}  ${(await load()).summary}`);
  return ['Usage: perennial [COMMAND] [--help] [--json]; without a command it serves', '', ...(await Promise.all(lines))].join('\n');
}

function help(name: string, { summary, usage, flags = {} }: Command): string {
  const rows = [
    ...Object.entries(flags).map(([flag, { help: about }]) => [`--${flag}`, about]),
    ...Object.entries(SETTINGS).map(([setting, { env, help: about, default: preset }]) => [
      `--${flagName(setting)}`,
      `${about} [${env}${preset === undefined || preset === false || (Array.isArray(preset) && preset.length === 0) ? '' : `, ${String(preset)}`}]`,
    ]),
    ['--config', 'JSON file with settings by name [PERENNIAL_CONFIG]'],
    ['--json', 'print JSON'],
  ];
  const width = Math.max(...rows.map(([flag]) => flag!.length));
  return [`Usage: perennial ${name} ${usage}`, '', summary, '', ...rows.map(([flag, about]) => `  ${flag!.padEnd(width)}  ${about}`)].join(
    '\n',
  );
}
