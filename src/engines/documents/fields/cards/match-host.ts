/** Compares words with the host names of mail and web addresses. */
import type { PlacedWord } from '../captions/page-text.ts';
import { normalizeWord } from '../../../shared/text/fold-text.ts';
import { editDistance } from '../text/similar-texts.ts';
import hosts from './hosts.json' with { type: 'json' };

const NO_PART = new Set(hosts.noPart);

/** How well a host name fits: the words joined are the host 1.2, begin with it or are its initials 1, are a part of it up to 0.9. */
export function matchHost(words: readonly PlacedWord[], hosts: readonly string[]): number {
  const parts = words.map(({ text }) => normalizeWord(text)).filter((part) => part !== '' && !NO_PART.has(part));
  const whole = parts.join('');
  if (whole.length < 2) return 0;
  return Math.max(0, ...hosts.map((host) => matchOne(parts, whole, host)));
}

function matchOne(parts: readonly string[], whole: string, host: string): number {
  if (whole === host || (host.length > 4 && editDistance(whole, host, 2) <= (host.length > 7 ? 2 : 1))) return 1.2;
  if ((host.length > 2 && whole.startsWith(host)) || (parts.length > 2 && parts.map((part) => part[0]).join('') === host)) return 1;
  if (whole.length > 3 && host.startsWith(whole)) return 0.7 + (0.3 * whole.length) / host.length;
  const longest = Math.max(0, ...parts.filter((part) => part.length > 3 && host.includes(part)).map((part) => part.length));
  return longest === 0 ? 0 : 0.3 + (0.5 * longest) / host.length;
}
