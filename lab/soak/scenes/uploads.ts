/** One account stalls large uploads, headers and bodies trickle in; another account uploads. */
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { DocumentCaller, pdfOf } from '../../../test/support/documents.ts';
import { ManagementClient, eventually, startServer, temporaryFolder } from '../../../test/support/server.ts';
import type { Server } from '../../../test/support/server.ts';
import { readMetric, residentMb, settledMb } from '../memory.ts';
import type { Figure, Scene } from '../scene.ts';

const MEGABYTE = 2 ** 20;
const UPLOADS = 200;
const UPLOAD_BYTES = 44 * MEGABYTE;
const MAX_GROWTH_MB = 200;
const PIECE = Buffer.alloc(64 * 1024);
/** As documented, and two seconds for the check and a busy machine. */
const BODY_SECONDS = 30;
const HEADER_SECONDS = 15;
const TOLERANCE_SECONDS = 2;
const ROUTE = 'POST /documentintelligence/documentModels/prebuilt-read:analyze?api-version=2024-02-29-preview HTTP/1.1';

export const scene: Scene = {
  summary: '200 stalled uploads of 44 MB of one account, slow headers and bodies, beside uploads of another',
  async run({ log }) {
    const folder = temporaryFolder();
    const server = await startServer({ data: folder.path, args: ['--log-level', 'warn'] });
    try {
      const manager = await ManagementClient.connect(server);
      const keyOf = async (name: string): Promise<string> => (await manager.createAccount(name, { kind: 'DocumentAnalysis' })).key1;
      const [attacker, other] = [await keyOf('attacker'), new DocumentCaller(server, await keyOf('other'))];
      const document = await pdfOf([['The garden has grown well.']]);
      await other.start('prebuilt-read', document);
      const before = await settledMb(server);
      const slowHeaders = secondsUntilClosed(server, 'GET /health HTTP/1.1\r\nhost: a\r\n', 'x: y\r\n');
      const slowBody = secondsUntilClosed(server, uploadHead(attacker, MEGABYTE), 'x');
      const uploads = Array.from({ length: UPLOADS }, () => new StalledUpload(server, attacker));
      let highest = before;
      const accepted: number[] = [];
      for (const end = performance.now() + 20_000; performance.now() < end;) {
        highest = Math.max(highest, await residentMb(server));
        // A small document, and one that is large enough to be written to disk.
        for (const bytes of [document, Buffer.concat([document, Buffer.alloc(3 * MEGABYTE, ' ')])])
          accepted.push((await other.start('prebuilt-read', bytes)).status);
        await wait(500);
      }
      const refused = uploads.filter(({ received }) => /^HTTP\/1.1 429 .*retry-after: \d/is.test(received)).length;
      const onDisk = (await readMetric(server, 'perennial_body_disk_bytes')) / MEGABYTE;
      log(`${refused} uploads refused, ${UPLOADS - refused} stalled with ${onDisk.toFixed(0)} MB announced`);
      const [headerSeconds, bodySeconds] = await Promise.all([slowHeaders, slowBody, ...uploads.map(({ closed }) => closed)]);
      const left = await eventually(
        async () => readdirSync(join(folder.path, 'uploads')).length,
        (count) => count === 0,
      );
      const growth = highest - before;
      return [
        {
          name: `memory during ${UPLOADS} stalled uploads of 44 MB`,
          measured: `+${growth.toFixed(0)} MB (from ${before.toFixed(0)} MB)`,
          limit: `at most +${MAX_GROWTH_MB} MB`,
          isMet: growth <= MAX_GROWTH_MB,
        },
        {
          name: 'uploads that are neither stalled nor refused with 429 and Retry-After',
          measured: String(uploads.filter(({ received }) => !/^(HTTP\/1.1 (429 .*retry-after: \d|408 ).*)?$/is.test(received)).length),
          limit: '0, and some are refused',
          isMet: refused > 0 && uploads.every(({ received }) => /^(HTTP\/1.1 (429 .*retry-after: \d|408 ).*)?$/is.test(received)),
        },
        {
          name: "another account's uploads accepted meanwhile",
          measured: `${accepted.filter((status) => status === 202).length} of ${accepted.length}`,
          limit: 'all',
          isMet: accepted.length > 0 && accepted.every((status) => status === 202),
        },
        timeFigure('a slow body is closed', bodySeconds, BODY_SECONDS),
        timeFigure('slow headers are closed', headerSeconds, HEADER_SECONDS),
        { name: 'files left in the upload folder', measured: String(left), limit: '0', isMet: left === 0 },
      ];
    } finally {
      await server.stop();
      folder.remove();
    }
  },
};

function timeFigure(name: string, seconds: number, limit: number): Figure {
  return {
    name,
    measured: `after ${seconds.toFixed(1)} s`,
    limit: `after ${limit} s, at most ${limit + TOLERANCE_SECONDS} s`,
    isMet: seconds <= limit + TOLERANCE_SECONDS,
  };
}

function uploadHead(key: string, bytes: number): string {
  const headers = ['host: a', `ocp-apim-subscription-key: ${key}`, 'content-type: application/pdf', `content-length: ${bytes}`];
  return `${ROUTE}\r\n${headers.join('\r\n')}\r\n\r\n`;
}

function connected({ address }: Server): Socket {
  const { hostname, port } = new URL(address);
  return connect(Number(port), hostname).on('error', () => undefined);
}

/** Sends a start, then a piece four times a second, until the server closes the connection. */
async function secondsUntilClosed(server: Server, start: string, piece: string): Promise<number> {
  const startedAt = performance.now();
  const socket = connected(server);
  socket.write(start);
  socket.resume();
  const trickle = setInterval(() => socket.write(piece), 250);
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(trickle);
  return (performance.now() - startedAt) / 1000;
}

/** Sends all but the last megabyte of an upload, as fast as it is read, then nothing. */
class StalledUpload {
  readonly closed: Promise<void>;
  received = '';

  constructor(server: Server, key: string) {
    const socket = connected(server);
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()));
    socket.setEncoding('latin1').on('data', (text: string) => {
      this.received += text;
      socket.destroy();
    });
    socket.write(uploadHead(key, UPLOAD_BYTES));
    let left = UPLOAD_BYTES - MEGABYTE;
    const send = (): void => {
      while (left > 0 && !socket.destroyed) {
        left -= PIECE.length;
        if (!socket.write(PIECE)) return void socket.once('drain', send);
      }
    };
    socket.once('connect', send);
  }
}
