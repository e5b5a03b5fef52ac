/** The calls of the bench: reads, writes, ranks and rewards of one account. */
import type { Fleet } from './fleet.ts';

const GROUPS = 200;
const RANKING = '/ranking/v1.1-preview.3';

/** Creates what is read, and returns the call with a number. */
export async function prepareTraffic(fleet: Fleet): Promise<(call: number) => Buffer> {
  const { ports, key } = fleet;
  const groups = '/face/v1.0/persongroups';
  for (let n = 0; n < GROUPS; n++) {
    const response = await fetch(`http://127.0.0.1:${ports[0]}${groups}/group-${n}`, {
      method: 'PUT',
      headers: { 'ocp-apim-subscription-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ name: `Group ${n}` }),
    });
    if (response.status !== 200) throw new Error(await response.text());
  }
  const rank = { contextFeatures: [{ time: 'morning' }], actions: ['a', 'b', 'c'].map((id) => ({ id, features: [{ topic: id }] })) };
  let events = 0;
  let last = '';
  const kinds: (() => Buffer)[] = [
    () => request(`GET ${groups}/group-${Math.floor(Math.random() * GROUPS)}`, key),
    () => request(`GET ${groups}/group-${Math.floor(Math.random() * GROUPS)}`, key),
    () => request(`GET ${groups}?top=20`, key),
    () => request(`PATCH ${groups}/group-${Math.floor(Math.random() * GROUPS)}`, key, { userData: 'x'.repeat(200) }),
    () => request(`POST ${RANKING}/rank`, key, { ...rank, eventId: (last = `event-${events++}`) }),
    () => request(`POST ${RANKING}/events/${last}/reward`, key, { value: 1 }),
  ];
  return (call) => kinds[call % kinds.length]!();
}

function request(route: string, key: string, body?: object): Buffer {
  const text = body === undefined ? '' : JSON.stringify(body);
  return Buffer.from(
    [
      `${route} HTTP/1.1`,
      'Host: 127.0.0.1',
      `Ocp-Apim-Subscription-Key: ${key}`,
      ...(body === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`]),
      '',
      text,
    ].join('\r\n'),
  );
}
