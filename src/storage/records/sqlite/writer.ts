/** The writer thread: takes all queued requests, commits their changes together, replies. */
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import { Applier } from './apply.ts';
import { openDatabase } from './open.ts';
import { committedAnnouncements, serveRequests } from './requests.ts';
import type { WriterAnnouncements, WriterRequest } from './requests.ts';

const { file } = workerData as { file: string };
const db = openDatabase(file);
const applier = new Applier(db);
const port = parentPort!;

/** Other threads of the process write through ports of their own. */
function serve(from: MessagePort): void {
  from.on('message', (first: WriterRequest[] | MessagePort) => {
    const requests: WriterRequest[] = [];
    for (let message = first; ;) {
      if (Array.isArray(message)) requests.push(...message);
      else serve(message);
      const next = receiveMessageOnPort(from);
      if (!next) break;
      message = next.message as WriterRequest[] | MessagePort;
    }
    const replies = serveRequests(applier, requests);
    const announcements = committedAnnouncements(requests, replies);
    if (announcements.length > 0) port.postMessage({ announcements } satisfies WriterAnnouncements);
    from.postMessage(replies);
    if (requests.some((request) => 'close' in request)) {
      db.close();
      port.close();
    }
  });
  if (from !== port) from.unref();
}

serve(port);
