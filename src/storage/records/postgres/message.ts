/** Changes as `perennial_commit` takes them: with the checksums, or the parts of them that do not depend on what it assigns. */
import type { Change } from '../../../kernel/change.ts';
import { prefixEnd } from '../keys.ts';
import { checkedTerms, combineTerms, counterText, eventText, headText, recordChecksum } from '../../integrity/checksum.ts';

export function messageOf({ expects, puts, deletes, clears, appends, counts, audits }: Change): object {
  return {
    expects,
    deletes,
    clears: clears.map((clear) => ({ ...clear, end: prefixEnd(clear.prefix) })),
    audits,
    puts: puts.map((put) => {
      const { collection, account, key, version, expires, value, terms } = put;
      const checksum = recordChecksum(collection, account, key, version, expires, value);
      if (!terms) return { ...put, checksum };
      const checked = checkedTerms(collection, account, key, terms);
      return { ...put, checksum, terms: checked, termsChecksum: combineTerms(checked.map(([, , one]) => one)) };
    }),
    appends: appends.map(({ account, log, value }) => ({
      account,
      log,
      value,
      text: eventText(account, log, value),
      headText: headText(account, log),
    })),
    counts: counts.map((count) => ({ ...count, text: counterText(count.account, count.name, count.period) })),
  };
}
