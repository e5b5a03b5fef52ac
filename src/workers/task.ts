/** What a pool and its workers say to each other, and how a worker runs a task. */
import { flushCompileCache } from 'node:module';
import type { Transferable } from 'node:worker_threads';
import type { Completed, CpuLimits, ReportProgress } from '../kernel/ports/workers.ts';

export interface TaskMessage {
  id: number;
  module: string;
  name: string;
  input: unknown;
  cpu?: CpuLimits;
  /** Nobody waits for it: it has no reply, and another task may run meanwhile. */
  isWarmUp?: boolean;
}

/** `isLast`: the worker uses so much memory that the next task should run in another. */
export type Reply =
  | { id: number; progress: number; completed?: Completed }
  | { id: number; isLast?: boolean; result: unknown }
  | { id: number; isLast?: boolean; error: { name: string; message: string; stack?: string } };

export type Post = (reply: Reply, transfer?: readonly Transferable[]) => void;

/** A result of a task in a thread, parts of which are moved instead of copied. */
export class Moved {
  readonly value: unknown;
  readonly transfer: readonly Transferable[];

  constructor(value: unknown, transfer: readonly Transferable[]) {
    this.value = value;
    this.transfer = transfer;
  }
}

type TaskFunction = (input: unknown, progress: ReportProgress) => unknown;

const modules = new Map<string, Record<string, TaskFunction>>();

async function load({ module, name }: TaskMessage): Promise<TaskFunction> {
  let loaded = modules.get(module);
  if (!loaded) {
    loaded = (await import(module)) as Record<string, TaskFunction>;
    modules.set(module, loaded);
    // Workers are killed: at their exit it would be too late.
    flushCompileCache();
  }
  return loaded[name]!;
}

let hasTask = false;

/** Gives way to the first task. What cannot be loaded is the problem of the tasks that need it. */
async function warmUp(message: TaskMessage): Promise<void> {
  const task = await load(message);
  await task(message.input, () => {
    if (hasTask) throw new Error('A task has come.');
  });
}

export async function runTask(message: TaskMessage, post: Post, isLast?: () => boolean): Promise<void> {
  if (message.isWarmUp === true) return await warmUp(message).catch(() => undefined);
  hasTask = true;
  const { id, input } = message;
  try {
    const task = await load(message);
    const result = await task(input, (progress, completed) => post({ id, progress, ...(completed && { completed }) }));
    const { value, transfer } = result instanceof Moved ? result : { value: result, transfer: undefined };
    post({ id, result: value, ...(isLast && { isLast: isLast() }) }, transfer);
  } catch (thrown) {
    const { name, message: text, stack } = thrown instanceof Error ? thrown : new Error(String(thrown));
    post({ id, error: { name, message: text, ...(stack !== undefined && { stack }) }, ...(isLast && { isLast: isLast() }) });
  }
}
