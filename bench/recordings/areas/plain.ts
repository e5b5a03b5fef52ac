/** An area whose recordings need nothing but a key: requests are sent as they were recorded, with our ids. */
import type { AreaReplay, Bench, RecordedArea } from '../area.ts';
import { leftOutLength } from '../recording.ts';

export function plainArea(name: string): RecordedArea {
  return { name, start: async (bench) => await plainReplay(name, bench) };
}

async function plainReplay(name: string, { management }: Bench): Promise<AreaReplay> {
  const { key1 } = await management.createAccount(`recordings-${name}`);
  return {
    prepare: ({ request, headers }, { path, json }) => {
      if (leftOutLength(request) !== undefined) return { skipped: 'the body was left out of the recording' };
      const isBinary = typeof json === 'string' && headers['Content-Type'] !== 'application/json';
      if (isBinary) return { path, key: key1, body: Buffer.from(json, 'base64'), headers: { 'content-type': 'application/octet-stream' } };
      return { path, key: key1, json: json ?? undefined };
    },
  };
}
