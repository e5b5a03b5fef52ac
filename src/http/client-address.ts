/** Where a call comes from, for what is limited by address. */
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** The address of the client, as a trusted proxy names it, or of whoever is connected. A network of IPv6 (/64) counts as one. */
export function clientAddress({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>, proxies?: BlockList): string {
  let address = withoutPrefix(socket.remoteAddress ?? '');
  if (proxies && isIn(proxies, address)) {
    const named = String(headers['x-forwarded-for'] ?? '')
      .split(',')
      .at(-1)!
      .trim();
    if (isIP(named) !== 0) address = withoutPrefix(named);
  }
  return isIP(address) === 6 ? address.split(':', 4).join(':') : address;
}

/** Undefined when an entry is neither an address nor a network such as `10.0.0.0/8`. */
export function readProxies(entries: readonly string[]): BlockList | undefined {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/');
    const family = familyOf(address);
    if (isIP(address) === 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits))) return undefined;
    try {
      if (bits === undefined) list.addAddress(address, family);
      else list.addSubnet(address, Number(bits), family);
    } catch {
      return undefined;
    }
  }
  return list;
}

function isIn(list: BlockList, address: string): boolean {
  return isIP(address) !== 0 && list.check(address, familyOf(address));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return address.includes(':') ? 'ipv6' : 'ipv4';
}

/** IPv4 in the notation of IPv6. */
function withoutPrefix(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
}
