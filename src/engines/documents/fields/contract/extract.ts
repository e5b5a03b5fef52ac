/** Contracts: candidates for every field, ranked by learned weights, with none among them. */
import type { DocumentLayout } from '../../layout/model/structure.ts';
import { arrayField, buildField, objectField } from '../captions/build-field.ts';
import type { ConfidenceEvidence } from '../confidence.ts';
import { confidenceOf } from '../confidence.ts';
import type { Field, FoundDocument } from '../field.ts';
import type { ExtractOptions } from '../field-model.ts';
import learned from '../../../../../weights/fields/contract.json' with { type: 'json' };
import type { ContractCandidates } from './candidates.ts';
import { findCandidates } from './candidates.ts';
import type { ConfidenceField, ContractConfidences } from './confidence-evidence.ts';
import {
  addressEvidence,
  dateEvidence,
  decisionEvidence,
  expirationEvidence,
  lawEvidence,
  partyEvidence,
  referenceEvidence,
  renewalEvidence,
} from './confidence-evidence.ts';
import { findRenewal } from './date-candidates.ts';
import data from './contract.json' with { type: 'json' };
import { findContractNumber } from './contract-number.ts';
import type { ContractText, TextRange } from './contract-text.ts';
import { wordsIn } from './contract-text.ts';
import type { ContractWeights } from './decide.ts';
import { decideDates, decideLaw, decideParties, decideTitle } from './decide.ts';
import { findDetails } from './party-details.ts';
import { regionName } from './regions.ts';

export interface ContractModel {
  weights: ContractWeights;
  confidences: ContractConfidences;
}

export function extractContracts(layout: DocumentLayout, { locale }: ExtractOptions, model: ContractModel = learned): FoundDocument[] {
  const candidates = findCandidates(layout, locale);
  if (candidates.contractText.words.length === 0) return [];
  const fields = new FieldBuilder(candidates.contractText, model.confidences);
  const found: Record<string, Field | undefined> = {
    Title: findTitle(candidates, model, fields),
    ContractId: findNumber(candidates, fields),
    Parties: findParties(candidates, model, fields, locale),
    ...findDates(candidates, model, fields),
    Jurisdictions: findJurisdictions(candidates, model, fields),
  };
  const names = Object.keys(data.fields).filter((path) => !path.includes('.') && found[path] !== undefined);
  if (names.length === 0) return [];
  const confidences = names.map((name) => found[name]!.confidence);
  return [
    {
      docType: data.docType,
      pages: layout.pages.map((_, i) => i),
      fields: Object.fromEntries(names.map((name) => [name, found[name]!])),
      confidence: confidences.reduce((sum, confidence) => sum + confidence, 0) / confidences.length,
    },
  ];
}

class FieldBuilder {
  private readonly contractText: ContractText;
  private readonly confidences: ContractConfidences;

  constructor(contractText: ContractText, confidences: ContractConfidences) {
    this.contractText = contractText;
    this.confidences = confidences;
  }

  confidence = (field: ConfidenceField, evidence: ConfidenceEvidence): number => confidenceOf(this.confidences[field], evidence);

  text(
    field: ConfidenceField,
    range: TextRange,
    evidence: ConfidenceEvidence,
    value = this.contractText.text.slice(range.start, range.end),
  ): Field {
    return buildField({ type: 'string', value }, wordsIn(this.contractText, range), this.confidence(field, evidence));
  }

  /** A computed date has no words. */
  date(field: ConfidenceField, value: string, range: TextRange | undefined, evidence: ConfidenceEvidence): Field {
    return buildField(
      { type: 'date', value },
      range === undefined ? [] : wordsIn(this.contractText, range),
      this.confidence(field, evidence),
    );
  }
}

function findTitle(candidates: ContractCandidates, { weights }: ContractModel, fields: FieldBuilder): Field | undefined {
  const title = decideTitle(candidates, weights);
  return title === undefined ? undefined : fields.text('Title', title.candidate, decisionEvidence(title));
}

function findNumber({ contractText }: ContractCandidates, fields: FieldBuilder): Field | undefined {
  const number = findContractNumber(contractText);
  return number === undefined ? undefined : fields.text('ContractId', number, number.evidence);
}

function findParties(
  candidates: ContractCandidates,
  { weights }: ContractModel,
  fields: FieldBuilder,
  locale: string | undefined,
): Field | undefined {
  const { contractText, parts } = candidates;
  const parties = decideParties(candidates, weights);
  const entries = parties.map((party, i) => {
    const place = party.candidate.places[0]!;
    const { clause, address, ...details } = findDetails(contractText, parts, place, parties[i + 1]?.candidate.places[0], locale);
    const reference = details.reference ?? (party.candidate.reference && { ...party.candidate.reference, isQuoted: false });
    const evidence = partyEvidence(party);
    const value: Record<string, Field> = { Name: fields.text('Name', place, evidence, party.candidate.name) };
    if (address !== undefined)
      value['Address'] = buildField(
        { type: 'address', value: address.value },
        wordsIn(contractText, address),
        fields.confidence('Address', addressEvidence(address)),
      );
    if (reference !== undefined) value['ReferenceName'] = fields.text('ReferenceName', reference, referenceEvidence(party, reference));
    value['Clause'] = fields.text('Clause', clause, evidence);
    return objectField(value);
  });
  return entries.length === 0 ? undefined : arrayField(entries);
}

function findDates(candidates: ContractCandidates, { weights }: ContractModel, fields: FieldBuilder): Record<string, Field | undefined> {
  const dates = decideDates(candidates, weights);
  const { execution, effective, expiration, duration } = dates;
  const renewal = findRenewal(candidates.dates);
  return {
    ExecutionDate: execution && fields.date('ExecutionDate', execution.candidate.value, execution.candidate, dateEvidence(execution)),
    EffectiveDate: effective && fields.date('EffectiveDate', effective.candidate.value, effective.candidate, dateEvidence(effective)),
    ExpirationDate:
      expiration &&
      fields.date(
        'ExpirationDate',
        expiration.candidate.value,
        expiration.candidate.isComputed ? undefined : expiration.candidate,
        expirationEvidence(expiration, dates),
      ),
    ContractDuration: duration && fields.text('ContractDuration', duration.candidate, decisionEvidence(duration)),
    RenewalDate: renewal && fields.date('RenewalDate', renewal.value, renewal, renewalEvidence(renewal)),
  };
}

/** The region of the governing law, or of the courts if no law is named. */
function findJurisdictions(candidates: ContractCandidates, { weights }: ContractModel, fields: FieldBuilder): Field | undefined {
  const law = decideLaw(candidates, weights);
  if (law === undefined) return undefined;
  const evidence = lawEvidence(law);
  const printed = candidates.contractText.text.slice(law.candidate.start, law.candidate.end);
  return arrayField([
    objectField({
      Clause: fields.text('Clause', law.candidate.sentence, evidence),
      Region: fields.text('Region', law.candidate, evidence, regionName(printed)),
    }),
  ]);
}
