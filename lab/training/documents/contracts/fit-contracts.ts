/** Fits the rankers of the contract model. */
import type { ContractWeights } from '../../../../src/engines/documents/fields/contract/decide.ts';
import { decideDates, decideExecution } from '../../../../src/engines/documents/fields/contract/decide.ts';
import type { Example } from './examples.ts';
import {
  durationGroup,
  effectiveGroup,
  executionGroup,
  expirationGroup,
  lawGroup,
  nameEndGroups,
  partyGroup,
  titleGroup,
} from './examples.ts';
import { fitIndependent, fitSoftmax } from './fit-ranking.ts';

/** Contracts that do not say their effective date are left out of it where the labels follow from the printed text alone. */
const isEffectiveLabeled = ({ labels }: Example): boolean => labels.duration === undefined || labels.effectiveDate !== undefined;

export function fitContracts(examples: readonly Example[]): ContractWeights {
  return { ...fitDates(examples), ...fitParties(examples), law: fitSoftmax(examples.map(lawGroup)), title: fitTitles(examples) };
}

export const fitTitles = (examples: readonly Example[]): ContractWeights['title'] =>
  fitSoftmax(examples.filter(({ labels }) => labels.title !== undefined).map(titleGroup));

export function fitParties(examples: readonly Example[]): Pick<ContractWeights, 'nameEnd' | 'party'> {
  const nameEnd = fitSoftmax(examples.flatMap(nameEndGroups), { hasNone: false });
  return {
    nameEnd,
    party: fitIndependent(examples.filter(({ labels }) => labels.parties.length > 0).map((example) => partyGroup(example, nameEnd))),
  };
}

/** The effective date depends on the execution date, and the expiry on both. */
export function fitDates(examples: readonly Example[]): Pick<ContractWeights, 'execution' | 'effective' | 'expiration' | 'duration'> {
  const weights: ContractWeights = {
    title: {},
    nameEnd: {},
    party: {},
    effective: {},
    expiration: {},
    law: {},
    execution: {},
    duration: {},
  };
  weights.execution = fitSoftmax(examples.map(executionGroup));
  weights.duration = fitSoftmax(examples.map(durationGroup));
  weights.effective = fitSoftmax(
    examples.filter(isEffectiveLabeled).map((example) => effectiveGroup(example, decideExecution(example.candidates, weights))),
  );
  weights.expiration = fitSoftmax(examples.map((example) => expirationGroup(example, decideDates(example.candidates, weights))));
  const { execution, effective, expiration, duration } = weights;
  return { execution, effective, expiration, duration };
}
