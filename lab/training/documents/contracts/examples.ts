/** Candidates of labeled contracts, with the right ones marked, for fitting. */
import type { ContractCandidates } from '../../../../src/engines/documents/fields/contract/candidates.ts';
import type { ContractDates } from '../../../../src/engines/documents/fields/contract/decide.ts';
import { findEffective, findExpirations, findPartyCandidates } from '../../../../src/engines/documents/fields/contract/decide.ts';
import type { DurationCandidate } from '../../../../src/engines/documents/fields/contract/durations.ts';
import { addDuration } from '../../../../src/engines/documents/fields/contract/durations.ts';
import { cleanName } from '../../../../src/engines/documents/fields/contract/party-names.ts';
import type { Weights } from '../../../../src/engines/documents/fields/contract/ranking.ts';
import { isSimilarText } from '../evaluation/compare.ts';
import type { RankedGroup } from './fit-ranking.ts';
import type { ContractLabels } from './labels.ts';
import { isSameParty, isSameRegion } from './labels.ts';

export interface Example {
  labels: ContractLabels;
  candidates: ContractCandidates;
}

const group = <T extends { features: Record<string, number> }>(
  candidates: readonly T[],
  isRight: (candidate: T) => boolean,
): RankedGroup => ({
  candidates: candidates.map(({ features }) => features),
  right: candidates.map(isRight),
});

const isParty = (labels: ContractLabels, name: string): boolean => labels.parties.some((party) => isSameParty(party, name));

export const partyGroup = ({ labels, candidates }: Example, nameEnd: Weights): RankedGroup =>
  group(findPartyCandidates(candidates, nameEnd), ({ name }) => isParty(labels, name));

/** Places where the name of a party begins, with the ends that are right. */
export const nameEndGroups = ({ labels, candidates: { names, contractText } }: Example): RankedGroup[] =>
  names
    .map((ends) => group(ends, ({ start, end }) => isParty(labels, cleanName(contractText.text.slice(start, end)))))
    .filter(({ right }) => right.includes(true));

export const executionGroup = ({ labels, candidates }: Example): RankedGroup =>
  group(candidates.dates, ({ value }) => value === labels.agreementDate);

export const effectiveGroup = ({ labels, candidates }: Example, execution: ContractDates['execution']): RankedGroup =>
  group(findEffective(candidates, execution), ({ value }) => value === labels.effectiveDate);

export const lawGroup = ({ labels, candidates }: Example): RankedGroup =>
  group(candidates.laws, ({ key }) => labels.governingLaw.some((region) => isSameRegion(key, region)));

export const titleGroup = ({ labels, candidates: { titles, contractText } }: Example): RankedGroup =>
  group(titles, ({ start, end }) => labels.title !== undefined && isSimilarText(contractText.text.slice(start, end), labels.title));

export const expirationGroup = ({ labels, candidates }: Example, dates: ContractDates): RankedGroup =>
  group(findExpirations(candidates, dates), ({ value }) => value === labels.expirationDate);

const fold = (text: string): string => text.toLowerCase().replace(/[^\p{L}\d]/gu, '');

/** Durations in a marked clause that lead to the marked expiry, or all of its durations if the clause gives no date. */
export const durationGroup = ({ labels, candidates }: Example): RankedGroup => {
  const { text } = candidates.contractText;
  if (labels.duration !== undefined) return group(candidates.durations, ({ start, end }) => text.slice(start, end) === labels.duration);
  const clauses = labels.termClauses.map(fold);
  const isMarked = ({ sentence, start }: DurationCandidate): boolean => {
    const around = fold(text.slice(Math.max(sentence.start, start - 60), Math.min(sentence.end, start + 60)));
    return clauses.some((clause) => clause.includes(around.slice(5, -5)));
  };
  const marked = new Set(candidates.durations.filter(isMarked));
  const starts = [labels.agreementDate, labels.effectiveDate, ...candidates.dates.map(({ value }) => value)];
  const leads = new Set(
    [...marked].filter(({ count, unit }) =>
      starts.some(
        (from) => from !== undefined && labels.expirationDate !== undefined && addDuration(from, count, unit) === labels.expirationDate,
      ),
    ),
  );
  const first = [...marked][0];
  const right = leads.size > 0 ? leads : new Set(first === undefined || labels.expirationDate !== undefined ? [] : [first]);
  return group(candidates.durations, (duration) => right.has(duration));
};
