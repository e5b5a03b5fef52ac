/** Evidence for the confidences of the fields of a contract. Weights are fitted on contracts that the rankers had not seen. */
import type { ConfidenceEvidence, ConfidenceWeights } from '../confidence.ts';
import type { ContractDates, Decision, ExpirationCandidate, ScoredParty } from './decide.ts';
import type { DateCandidate } from './date-candidates.ts';
import type { LawCandidate } from './law-candidates.ts';
import type { PartyDetails } from './party-details.ts';

export type ConfidenceField =
  | 'Title'
  | 'ContractId'
  | 'Name'
  | 'Address'
  | 'ReferenceName'
  | 'ExecutionDate'
  | 'EffectiveDate'
  | 'ExpirationDate'
  | 'ContractDuration'
  | 'RenewalDate'
  | 'Region'
  | 'Clause';

export type ContractConfidences = Readonly<Record<ConfidenceField, ConfidenceWeights>>;

/** Log odds, limited and scaled to 0 to 1. */
const scaled = (probability: number): number => {
  const limited = Math.min(0.9999, Math.max(0.0001, probability));
  return (Math.log(limited / (1 - limited)) + 9.3) / 18.6;
};

const flag = (features: Readonly<Record<string, number>>, name: string): number => features[name] ?? 0;

export const decisionEvidence = ({ probability }: Decision<unknown>): ConfidenceEvidence => ({ score: scaled(probability) });

export const partyEvidence = ({ probability, candidate: { features } }: Decision<ScoredParty>): ConfidenceEvidence => ({
  score: scaled(probability),
  signature: Math.max(flag(features, 'also signature'), flag(features, 'signature follows some place')),
  preamble: flag(features, 'after between in preamble'),
  form: flag(features, 'legal form last'),
  alias: Math.max(flag(features, 'alias follows'), flag(features, 'alias later')),
});

export const dateEvidence = ({ probability, candidate: { features } }: Decision<DateCandidate>): ConfidenceEvidence => ({
  score: scaled(probability),
  preamble: flag(features, 'in preamble'),
  defined: flag(features, 'defined effective'),
  signatures: flag(features, 'in signatures'),
});

export const expirationEvidence = (
  { probability, candidate: { features, isComputed } }: Decision<ExpirationCandidate>,
  { execution, effective, duration }: ContractDates,
): ConfidenceEvidence => ({
  score: scaled(probability),
  computed: Number(isComputed),
  phrase: flag(features, 'phrase expiration after start'),
  'start score': isComputed ? scaled((effective ?? execution)?.probability ?? 0) : 0,
  'duration score': isComputed ? scaled(duration?.probability ?? 0) : 0,
});

export const lawEvidence = ({ probability, candidate: { features } }: Decision<LawCandidate>): ConfidenceEvidence => ({
  score: scaled(probability),
  govern: flag(features, 'near govern'),
  courts: Math.max(flag(features, 'route courts of'), flag(features, 'route courts follow')),
});

export const addressEvidence = ({ value, isIntroduced }: NonNullable<PartyDetails['address']>): ConfidenceEvidence => ({
  code: Number(value.postalCode !== undefined),
  introduced: Number(isIntroduced),
});

export const referenceEvidence = (
  party: Decision<ScoredParty>,
  { isQuoted }: NonNullable<PartyDetails['reference']>,
): ConfidenceEvidence => ({
  ...partyEvidence(party),
  quoted: Number(isQuoted),
});

export const renewalEvidence = ({ features }: DateCandidate): ConfidenceEvidence => ({ next: flag(features, 'phrase renewal next') });
