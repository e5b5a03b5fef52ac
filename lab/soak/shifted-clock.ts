/** Loaded into a server before anything else: adds to its clock the milliseconds in a file, which may change at any time. */
import { readFileSync } from 'node:fs';

const file = process.env.SOAK_CLOCK_FILE!;
const READ_EVERY_MS = 20;
const RealDate = Date;
let offset = readOffset();

function readOffset(): number {
  try {
    return Number(readFileSync(file, 'utf8')) || 0;
  } catch {
    return 0;
  }
}

setInterval(() => (offset = readOffset()), READ_EVERY_MS).unref();

class ShiftedDate extends RealDate {
  constructor(...args: unknown[]) {
    if (args.length === 0) super(RealDate.now() + offset);
    else super(...(args as [number]));
  }

  static override now(): number {
    return RealDate.now() + offset;
  }
}
globalThis.Date = ShiftedDate as DateConstructor;
