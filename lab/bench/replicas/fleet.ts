/** API processes on one database. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MAIN, cpuSeconds, startServer } from '../http/servers.ts';
import type { RunningServer } from '../http/servers.ts';

/** An idle process uses less CPU in a second. */
const WARM_MS = 25;

export class Fleet {
  readonly #servers: readonly RunningServer[];
  readonly #folder: string;

  private constructor(servers: readonly RunningServer[], folder: string) {
    this.#servers = servers;
    this.#folder = folder;
  }

  static async start(databaseUrl: string, count: number): Promise<Fleet> {
    const folder = mkdtempSync(join(tmpdir(), 'perennial-bench-'));
    const servers: RunningServer[] = [];
    for (let i = 0; i < count; i++)
      servers.push(
        await startServer([
          MAIN,
          'serve',
          '--json',
          ...['--port', '0', '--data', folder, '--database-url', databaseUrl, '--role', 'api', '--log-level', 'error'],
        ]),
      );
    return new Fleet(servers, folder);
  }

  get ports(): number[] {
    return this.#servers.map(({ port }) => port);
  }

  get key(): string {
    return this.#servers[0]!.key;
  }

  /** Of all processes, since they started. */
  cpuSeconds(): number {
    return this.#servers.reduce((sum, { child }) => sum + cpuSeconds(child.pid!), 0);
  }

  /** CPU milliseconds of a process in a second. */
  async idleMs(ms: number): Promise<number> {
    const before = this.cpuSeconds();
    await sleep(ms);
    return ((this.cpuSeconds() - before) * 1e6) / ms / this.#servers.length;
  }

  /** After a start, threads build tables for a while. */
  async untilWarm(): Promise<void> {
    for (let i = 0; i < 30; i++) if ((await this.idleMs(1500)) < WARM_MS) return;
  }

  pause(): void {
    for (const { child } of this.#servers) child.kill('SIGSTOP');
  }

  resume(): void {
    for (const { child } of this.#servers) child.kill('SIGCONT');
  }

  async stop(): Promise<void> {
    this.resume();
    await Promise.all(
      this.#servers.map(async ({ child }) => {
        const exited = new Promise((resolve) => child.once('exit', resolve));
        child.kill('SIGKILL');
        await exited;
      }),
    );
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
