/** The log of the server: JSON lines on standard output. */
import { pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';
import type { Config } from '../config.ts';
import { LogOutput } from '../telemetry/log-output.ts';

export interface ServerLog {
  log: Logger;
  /** Writes a line that is made already; undefined where lines of this kind are not written. */
  writeInfo: ((line: string) => void) | undefined;
  flush(): void;
}

export function openLog({ logLevel }: Config, logTo?: DestinationStream): ServerLog {
  const output = new LogOutput(process.stdout);
  const destination = logTo ?? output;
  const log = pino({ level: logLevel, base: { pid: process.pid } }, destination);
  return {
    log,
    writeInfo: log.isLevelEnabled('info') ? (line) => void destination.write(line) : undefined,
    flush: () => output.flush(),
  };
}
