/** The number that a contract gives itself, on its first pages. */
import type { ConfidenceEvidence } from '../confidence.ts';
import data from './contract.json' with { type: 'json' };
import type { ContractText, TextRange } from './contract-text.ts';

const MAX_SEARCHED = 8000;
const NUMBER = new RegExp(
  `\\b(?:${data.numbers.map((phrase) => phrase.replace(/ /gu, '\\s+')).join('|')})(?![a-z])\\.?\\s*[:#]?\\s*#?\\s*([A-Z0-9][A-Z0-9./-]{0,30})`,
  'giu',
);

export function findContractNumber({ text }: ContractText): (TextRange & { evidence: ConfidenceEvidence }) | undefined {
  for (const match of text.slice(0, MAX_SEARCHED).matchAll(NUMBER)) {
    const number = match[1]!.replace(/[./-]+$/u, '');
    if (!/\d/u.test(number) || /^(?:19|20)\d\d$/u.test(number)) continue;
    const start = match.index + match[0].lastIndexOf(match[1]!);
    const evidence = {
      early: Number(match.index < 600),
      marked: Number(/[:#.]/u.test(match[0].slice(0, -match[1]!.length))),
      digits: Math.min(1, number.replace(/\D/gu, '').length / 6),
    };
    return { start, end: start + number.length, evidence };
  }
  return undefined;
}
