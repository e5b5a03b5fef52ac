import { createApp } from '../app.ts';
import type { App } from '../app.ts';
import { DEFAULT_ACCOUNT } from '../accounts/directory/first-start.ts';
import { resourceId } from '../kernel/account.ts';
import type { Config } from '../config.ts';
import { BadBackup } from '../storage/integrity/backup.ts';
import { isRestoreStaged } from '../storage/integrity/staged-restore.ts';
import { lowerEngineThreads } from '../workers/thread-priority.ts';
import { PortInUse } from './command.ts';
import type { Command } from './command.ts';

const STOP_MS = 10_000;

export const serve: Command = {
  summary: 'Serve the interface over HTTP',
  usage: '[--port N] [--data FOLDER] [--tls] [--dev] …',
  async run({ config, json }) {
    lowerEngineThreads();
    const restored = await restoreStaged(config);
    if (restored !== undefined && !json) console.error(restored);
    const app = await createApp(config);
    let address: string;
    try {
      address = await app.listen();
    } catch (error) {
      await app.close();
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      throw new PortInUse(`Port ${config.port} of ${config.host} is in use. Choose another with --port, or stop the program that uses it.`);
    }
    const { newKeys, adminSecret, signInCode, certificateFile } = app;
    if (json)
      console.error(
        JSON.stringify({
          address,
          console: `${address}/console`,
          docs: `${address}/docs`,
          certificateFile,
          restored,
          ...(newKeys && { ...newKeys, ...(config.adminSecret === undefined && { adminSecret }) }),
          ...(signInCode !== undefined && { signIn: signInLink(config, address, signInCode) }),
        }),
      );
    else console.error(banner(config, app, address).join('\n'));
    return await waitForStop(app);
  },
};

/** Puts the backup that an operator has prepared in the place of the data; one that cannot be restored leaves them as they are. */
async function restoreStaged(config: Config): Promise<string | undefined> {
  const { data, dev, databaseUrl } = config;
  if (dev || databaseUrl !== undefined || !isRestoreStaged(data)) return undefined;
  const { restoreStagedBackup } = await import('./restore.ts');
  try {
    return await restoreStagedBackup(config);
  } catch (error) {
    if (!(error instanceof BadBackup)) throw error;
    return `The prepared backup was not restored: ${error.message}`;
  }
}

/** The code is in the fragment, which browsers do not send to servers or proxies. */
function signInLink({ publicUrl }: Config, address: string, code: string): string {
  return `${publicUrl ?? address}/console/sign-in#${code}`;
}

function banner(config: Config, { newKeys, adminSecret, signInCode, certificateFile }: App, address: string): string[] {
  const lines = ['', `  Perennial        ${address}`, `  Console          ${address}/console`, `  Operations       ${address}/docs`];
  if (certificateFile !== undefined) lines.push(`  Certificate      ${certificateFile}   (for clients: NODE_EXTRA_CA_CERTS)`);
  if (config.dev) lines.push('  Data is in memory and the keys are public: for tests only.');
  if (newKeys)
    lines.push(
      '',
      `  Account          ${resourceId(DEFAULT_ACCOUNT)}`,
      `  Key 1            ${newKeys.key1}`,
      `  Key 2            ${newKeys.key2}`,
      `  Admin secret     ${config.adminSecret === undefined ? adminSecret : 'as configured'}`,
      ...(signInCode === undefined ? [] : [`  Sign in once     ${signInLink(config, address, signInCode)}`]),
      ...(config.dev ? [] : ['  Shown only once; "npx perennial accounts keys default" prints the keys again.']),
      '',
      '  Try it:',
      `    curl ${certificateFile === undefined ? '' : `--cacert ${certificateFile} `}-X PUT ${address}/face/v1.0/persongroups/family \\`,
      `      -H "Ocp-Apim-Subscription-Key: ${newKeys.key1}" -H "Content-Type: application/json" -d '{"name":"Family"}'`,
    );
  return [...lines, ''];
}

/** Waits for a signal and stops gracefully; a second signal, or ten seconds, exit immediately. */
async function waitForStop(app: App): Promise<never> {
  const signals = ['SIGTERM', 'SIGINT'] as const;
  await new Promise<void>((resolve) => {
    for (const signal of signals) process.once(signal, () => resolve());
  });
  for (const signal of signals) process.once(signal, () => process.exit(1));
  setTimeout(() => process.exit(1), STOP_MS).unref();
  await app.close();
  // A thread that is still loading an engine would keep the process for seconds.
  process.exit(0);
}
