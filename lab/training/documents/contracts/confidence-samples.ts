/** Fields that were decided, with their evidence and whether they are right, for fitting confidences. */
import type { ConfidenceEvidence } from '../../../../src/engines/documents/fields/confidence.ts';
import { findCandidates } from '../../../../src/engines/documents/fields/contract/candidates.ts';
import type { ConfidenceField } from '../../../../src/engines/documents/fields/contract/confidence-evidence.ts';
import {
  addressEvidence,
  dateEvidence,
  decisionEvidence,
  expirationEvidence,
  lawEvidence,
  partyEvidence,
  referenceEvidence,
  renewalEvidence,
} from '../../../../src/engines/documents/fields/contract/confidence-evidence.ts';
import { findContractNumber } from '../../../../src/engines/documents/fields/contract/contract-number.ts';
import type { TextRange } from '../../../../src/engines/documents/fields/contract/contract-text.ts';
import { findRenewal } from '../../../../src/engines/documents/fields/contract/date-candidates.ts';
import type { ContractWeights } from '../../../../src/engines/documents/fields/contract/decide.ts';
import {
  decideDates,
  decideLaw,
  decideParties,
  decideTitle,
  durationKey,
} from '../../../../src/engines/documents/fields/contract/decide.ts';
import { findDetails } from '../../../../src/engines/documents/fields/contract/party-details.ts';
import { isSimilarText } from '../evaluation/compare.ts';
import { layoutOf } from '../evaluation/read-generated.ts';
import type { ConfidenceSample } from '../fit-confidence.ts';
import { contract as generateContract } from '../generators/contract.ts';
import type { Example } from './examples.ts';
import { durationGroup } from './examples.ts';
import { isSameParty, isSameRegion } from './labels.ts';

export type Samples = Map<ConfidenceField, ConfidenceSample[]>;

function add(samples: Samples, field: ConfidenceField, evidence: ConfidenceEvidence, right: boolean): void {
  const own = samples.get(field) ?? [];
  own.push({ evidence, right });
  samples.set(field, own);
}

export function collectLabeled(samples: Samples, example: Example, weights: ContractWeights): void {
  const { labels, candidates } = example;
  const { text } = candidates.contractText;
  const title = decideTitle(candidates, weights);
  if (title !== undefined && labels.title !== undefined)
    add(samples, 'Title', decisionEvidence(title), isSimilarText(text.slice(title.candidate.start, title.candidate.end), labels.title));
  if (labels.parties.length > 0) collectParties(samples, example, weights);
  const dates = decideDates(candidates, weights);
  const { execution, effective, expiration, duration } = dates;
  if (execution !== undefined) add(samples, 'ExecutionDate', dateEvidence(execution), execution.candidate.value === labels.agreementDate);
  if (effective !== undefined) add(samples, 'EffectiveDate', dateEvidence(effective), effective.candidate.value === labels.effectiveDate);
  if (expiration !== undefined)
    add(samples, 'ExpirationDate', expirationEvidence(expiration, dates), expiration.candidate.value === labels.expirationDate);
  if (duration !== undefined) {
    const { right } = durationGroup(example);
    const isRight = candidates.durations.some((one, i) => right[i]! && durationKey(one) === durationKey(duration.candidate));
    add(samples, 'ContractDuration', decisionEvidence(duration), isRight);
  }
  const law = decideLaw(candidates, weights);
  if (law !== undefined) {
    const right = labels.governingLaw.some((region) => isSameRegion(law.candidate.key, region));
    add(samples, 'Region', lawEvidence(law), right);
    add(samples, 'Clause', lawEvidence(law), right);
  }
}

/** An address is taken as right if its party is and it has a postal code: the labels have no addresses. */
function collectParties(samples: Samples, { labels, candidates }: Example, weights: ContractWeights): void {
  const { contractText, parts } = candidates;
  const parties = decideParties(candidates, weights);
  parties.forEach((party, i) => {
    const right = labels.parties.some((name) => isSameParty(name, party.candidate.name));
    add(samples, 'Name', partyEvidence(party), right);
    add(samples, 'Clause', partyEvidence(party), right);
    const next = parties[i + 1]?.candidate.places[0];
    const { address, reference } = findDetails(contractText, parts, party.candidate.places[0]!, next, undefined);
    if (address !== undefined) add(samples, 'Address', addressEvidence(address), right && address.value.postalCode !== undefined);
    if (reference === undefined) return;
    const name = contractText.text.slice(reference.start, reference.end);
    add(samples, 'ReferenceName', referenceEvidence(party, reference), right && labels.aliases.some((alias) => isSameParty(alias, name)));
  });
}

/** Seeds for confidences. */
const GENERATED = { from: 1000, to: 1150 };

/** Fields without labels: generated contracts say what is right. */
export async function collectGenerated(samples: Samples): Promise<void> {
  for (let seed = GENERATED.from; seed < GENERATED.to; seed++) {
    const { pdf, documents } = await generateContract(seed);
    const candidates = findCandidates(await layoutOf(pdf), undefined);
    const { contractText, dates } = candidates;
    const printed = (range: TextRange): string => contractText.text.slice(range.start, range.end);
    const { fields } = documents[0]!;
    const number = findContractNumber(contractText);
    if (number !== undefined) add(samples, 'ContractId', number.evidence, printed(number) === fields['ContractId']);
    const renewal = findRenewal(dates);
    if (renewal !== undefined) add(samples, 'RenewalDate', renewalEvidence(renewal), renewal.value === fields['RenewalDate']);
  }
}
