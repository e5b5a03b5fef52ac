/** All candidates of a contract with their features. Training and reading use the same. */
import type { DocumentLayout } from '../../layout/model/structure.ts';
import type { ContractParts } from './contract-parts.ts';
import { findParts } from './contract-parts.ts';
import type { ContractText } from './contract-text.ts';
import { joinContractText } from './contract-text.ts';
import type { DateCandidate } from './date-candidates.ts';
import { findDateCandidates } from './date-candidates.ts';
import type { DurationCandidate } from './durations.ts';
import { findDurations } from './durations.ts';
import type { LawCandidate } from './law-candidates.ts';
import { findLawCandidates } from './law-candidates.ts';
import type { NamePlace } from './party-candidates.ts';
import { findNames } from './party-candidates.ts';
import { describeEnd } from './party-features.ts';
import type { TitleCandidate } from './title-candidates.ts';
import { findTitleCandidates } from './title-candidates.ts';

/** A name and the features that decide whether it ends there. */
export interface NameEnd extends NamePlace {
  features: Record<string, number>;
}

export interface ContractCandidates {
  contractText: ContractText;
  parts: ContractParts;
  titles: readonly TitleCandidate[];
  /** Possible names by the place where they begin. */
  names: readonly (readonly NameEnd[])[];
  dates: readonly DateCandidate[];
  durations: readonly DurationCandidate[];
  laws: readonly LawCandidate[];
}

export function findCandidates(layout: DocumentLayout, locale: string | undefined): ContractCandidates {
  const contractText = joinContractText(layout);
  const parts = findParts(contractText);
  return {
    contractText,
    parts,
    titles: findTitleCandidates(layout, contractText, parts),
    names: findNames(contractText, parts).map((places) =>
      places.map((place) => ({ ...place, features: describeEnd(contractText, place) })),
    ),
    dates: findDateCandidates(contractText, parts, locale),
    durations: findDurations(contractText),
    laws: findLawCandidates(contractText),
  };
}
