/** Compares words with the host names of mail and web addresses. */
import type { PlacedWord } from '../captions/page-text.ts';
import { normalizeWord } from '../captions/word-similarity.ts';
import { editDistance } from '../text/edit-distance.ts';
import hosts from './hosts.json' with { type: 'json' };

const NO_PART = new Set(hosts.noPart);

/** How well a host name fits: its words joined or their initials 1, one long word of it 0.7. */
export function matchHost(words: readonly PlacedWord[], hosts: readonly string[]): number {
  const parts = words.map(({ text }) => normalizeWord(text)).filter((part) => part !== '' && !NO_PART.has(part));
  const whole = parts.join('');
  if (whole.length < 2) return 0;
  const fits = (host: string): boolean =>
    whole === host ||
    (host.length > 2 && whole.startsWith(host)) ||
    (whole.length > 3 && host.startsWith(whole)) ||
    (host.length > 4 && editDistance(whole, host, 2) <= (host.length > 7 ? 2 : 1)) ||
    (parts.length > 2 && parts.map((part) => part[0]).join('') === host);
  if (hosts.some(fits)) return 1;
  return parts.some((part) => part.length > 3 && hosts.some((host) => host.includes(part))) ? 0.7 : 0;
}
