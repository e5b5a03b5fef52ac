/** Contracts by plain expressions, as a baseline. */
import { datesIn } from '../../../../src/engines/documents/fields/values/dates.ts';
import type { DocumentLayout } from '../../../../src/engines/documents/layout/model/structure.ts';

/** What a reader gives for a contract. */
export interface GivenContract {
  parties: readonly Given[];
  dates: Readonly<Record<string, Given | undefined>>;
  law?: Given;
}

export interface Given {
  value: string;
  confidence?: number;
}

export function simpleContract({ items }: DocumentLayout): GivenContract {
  const text = items
    .map((item) => (item.kind === 'word' ? item.text : ''))
    .join(' ')
    .replace(/[“”]/gu, '"');
  const head = text.slice(0, 20_000);
  const between =
    /\b(?:by and between|between|by and among)\s+([A-Z][^("]{2,80}?),?\s+(?:an?\s|\(|with\s).{0,400}?\band\s+([A-Z][^("]{2,80}?),?\s+(?:an?\s|\(|with\s)/su.exec(
      head,
    );
  const law = /\blaws of (?:the )?(?:State of |Commonwealth of |Province of )?([A-Z][a-z]+(?: [A-Z][a-z]+)?)/u.exec(text);
  const dateAfter = (words: RegExp): { value: string } | undefined => {
    const match = words.exec(text);
    const date = match === null ? undefined : datesIn(text.slice(match.index, match.index + 120))[0];
    return date && { value: date.value };
  };
  return {
    parties: between === null ? [] : between.slice(1).map((value) => ({ value })),
    dates: {
      ExecutionDate: dateAfter(/\b(?:dated|entered into|made)\b/u),
      EffectiveDate: dateAfter(/\beffective (?:as of|date)|\bcommenc/iu),
      ExpirationDate: dateAfter(/\bexpires?\b|\bterminates? on\b|\buntil\b/u),
    },
    law: law === null ? undefined : { value: law[1]! },
  };
}
