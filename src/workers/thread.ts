/** Worker threads of a pool. */
import { Worker } from 'node:worker_threads';
import { WorkerEnded } from '../kernel/ports/workers.ts';
import { endOutsideNativeCode } from './native-calls.ts';
import type { Reply } from './task.ts';
import { lowerThreadBy } from './thread-priority.ts';
import type { Channel, ChannelEvents, WorkerLimits } from './worker.ts';

const ENTRY = new URL('./thread-entry.ts', import.meta.url);

export function startThread({ memoryMb, isAwaited = false }: WorkerLimits, { onReply, onEnd }: ChannelEvents): Channel {
  const thread = new Worker(ENTRY, {
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    execArgv: [],
    workerData: lowerThreadBy(isAwaited),
  });
  thread.on('message', (reply: Reply) => onReply(reply));
  thread.on('error', (error: Error & { code?: unknown }) =>
    onEnd(new WorkerEnded(error.message, { isOutOfMemory: error.code === 'ERR_WORKER_OUT_OF_MEMORY' })),
  );
  thread.on('exit', (code) => onEnd(new WorkerEnded(`The thread ended before its task was done (${code}).`)));
  return {
    post: (message, transfer = []) => thread.postMessage(message, [...transfer]),
    end: () => endOutsideNativeCode(() => thread.terminate()),
    setRef: (isRef) => (isRef ? thread.ref() : thread.unref()),
  };
}
