/** Runs in each thread of a pool. */
import { parentPort, workerData } from 'node:worker_threads';
import { runTask } from './task.ts';
import type { TaskMessage } from './task.ts';
import { lowerThread } from './thread-priority.ts';

lowerThread(workerData as number);
const port = parentPort!;
port.on('message', (message: TaskMessage) => void runTask(message, (reply, transfer = []) => port.postMessage(reply, [...transfer])));
