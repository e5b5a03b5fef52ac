/** The writer thread: takes all queued requests, commits their changes together, replies. */
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { Applier } from './apply.ts';
import { ChecksumFiller } from './fill-checksums.ts';
import { openDatabase } from './open.ts';
import { serveRequests } from './requests.ts';
import type { WriterRequest } from './requests.ts';

const port = parentPort!;
const db = openDatabase((workerData as { file: string }).file);
const applier = new Applier(db);
const writer = { applier, filler: new ChecksumFiller(db, applier) };
port.on('message', (first: WriterRequest[]) => {
  const requests = [...first];
  for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) requests.push(...(next.message as WriterRequest[]));
  port.postMessage(serveRequests(writer, requests));
  if (requests.some((request) => 'close' in request)) {
    db.close();
    port.close();
  }
});
