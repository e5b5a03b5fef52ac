/**
 * What the configuration allows for a host and port. An `allow` entry `host` lifts the address rule for that host; `host:port`
 * lifts the address and the port rule for that port. The server's own origins count as `host:port`. Hosts are compared by
 * text after the URL parser's normalization, never by what a name resolves to, so that a caller's name cannot impersonate one of them.
 * Ports: 80, 443 and everything from 1024 up except the ports of databases, caches, orchestrators and remote shells.
 */
import { isIPv4, isIPv6 } from 'node:net';
import { canonicalAddress } from './addresses.ts';

export interface Target {
  /** As in URL.hostname, without brackets and trailing dot. */
  host: string;
  port: number;
}

interface Entry {
  host: string;
  port: number | undefined;
}

const servicePorts = new Set([
  1433, 1521, 2049, 2181, 2375, 2376, 2379, 2380, 3306, 3389, 4222, 5432, 5672, 5900, 5984, 5985, 5986, 6000, 6379, 6380, 6443, 8500, 8600,
  9042, 9092, 9200, 9300, 10250, 10255, 11211, 15672, 26257, 26379, 27017, 27018, 28017,
]);

/** Whether a port may be fetched from without a `host:port` entry. */
export function isWebPort(port: number): boolean {
  return port === 80 || port === 443 || (port >= 1024 && !servicePorts.has(port));
}

export function targetOf(url: URL): Target {
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  return { host: url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, ''), port };
}

/** Reads `host`, `host:port`, `[v6]:port`, a bare IPv6 address, or an http(s) origin. */
export function parseEntry(text: string): Entry {
  const entry = text.trim();
  if (/^https?:\/\//i.test(entry) && URL.canParse(entry)) return targetOf(new URL(entry));
  const [, host = '', digits] = isIPv6(entry)
    ? [entry, `[${entry}]`]
    : (/^(\[[^\]]+\]|[\p{L}\p{N}._-]+)(?::(\d{1,5}))?$/u.exec(entry) ?? []);
  const url = host === '' ? null : URL.parse(`http://${host}/`);
  const port = digits === undefined ? undefined : Number(digits);
  if (url === null || (port !== undefined && (port < 1 || port > 65535))) throw new TypeError(`"${text}" is not a host or host:port`);
  return { host: targetOf(url).host, port };
}

interface Leave {
  address: boolean;
  port: boolean;
}

/** What an `allow` list permits for a target beyond the general rules. */
export function permissionsOf(entries: readonly Entry[], target: Target): Leave {
  const mine = entries.filter((entry) => entry.host === target.host);
  const exact = mine.some((entry) => entry.port === target.port);
  return { address: exact || mine.some((entry) => entry.port === undefined), port: exact };
}

/**
 * The own addresses that a target stands for, empty if it is not this server. A wildcard listener (0.0.0.0, ::) is found at every
 * address of the machine; `localhost` stands for the loopback addresses listened on and for no other service at ::1 or 127.0.0.1.
 * A host name among the own origins (the public URL) stands for itself.
 */
export function ownHosts(own: readonly string[], machine: readonly string[], target: Target): string[] {
  const hosts = own.flatMap((text) => {
    const { host, port } = parseEntry(text);
    if (port === undefined) throw new TypeError(`"${text}" has no port`);
    if (port !== target.port) return [];
    if (host === '::') return [host, '::1', '127.0.0.1', ...machine];
    return host === '0.0.0.0' ? [host, '127.0.0.1', ...machine.filter(isIPv4)] : [host];
  });
  if (hosts.includes(target.host)) return [target.host];
  if (target.host === 'localhost')
    return [...new Set(hosts.filter((host) => host === '::1' || canonicalAddress(host)?.startsWith('127.')))];
  const address = canonicalAddress(target.host);
  return address !== undefined && hosts.includes(address) ? [address] : [];
}
