/**
 * Which addresses count as public. The rule is an allow list, so that an unforeseen range is rejected:
 * IPv4 that ipaddr.js calls plain unicast, IPv6 inside 2000::/3 (the only allocated space) that it calls plain unicast.
 * Two forms carry an IPv4 address that is reached as such and are judged by it: IPv4-mapped (::ffff:0:0/96) and the well-known
 * NAT64 prefix (64:ff9b::/96, what DNS64 answers on IPv6-only networks). 6to4, Teredo, local NAT64 (64:ff9b:1::/48),
 * IPv4-compatible and every other tunnel or documentation range are rejected entirely.
 */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
const wellKnownNat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/** Addresses in public space that answer only inside a cloud: the vendor's host agent and metadata relay. */
const insideClouds = new Set(['168.63.129.16']);

function reached(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  if (isIP(text) === 0) return undefined;
  const address = ipaddr.process(text);
  if (address instanceof ipaddr.IPv6 && address.match(wellKnownNat64)) return new ipaddr.IPv4(address.toByteArray().slice(12));
  return address;
}

/** Whether an address may be connected to without an allow entry. */
export function isPublicAddress(text: string): boolean {
  const address = reached(text);
  if (address === undefined || address.range() !== 'unicast') return false;
  if (address instanceof ipaddr.IPv6) return address.match(globalUnicast);
  return !insideClouds.has(address.toString());
}

/** The canonical form of an address: mapped and NAT64 forms become IPv4, zones are dropped. Undefined if it is not an address. */
export function canonicalAddress(text: string): string | undefined {
  const address = reached(text);
  if (address instanceof ipaddr.IPv6) return new ipaddr.IPv6(address.parts).toString();
  return address?.toString();
}
