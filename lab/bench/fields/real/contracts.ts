/**
 * Contracts of `corpora/cuad` with the lawyers' labels. Nothing is fitted on issuers held out. A party is right if letters and digits
 * of its name differ in at most one of ten, without the article and names in brackets; each given party that the labels do not have
 * is wrong, and aliases are no parties. Dates count where the label is a full date, the governing law where a region is labeled.
 */
import { extractDocuments } from '../../../../src/engines/documents/fields/extract.ts';
import type { Field } from '../../../../src/engines/documents/fields/field.ts';
import type { DocumentLayout } from '../../../../src/engines/documents/layout/model/structure.ts';
import { isHeldOut, layoutOfContract, readContracts } from '../../../training/documents/contracts/corpus.ts';
import type { ContractLabels } from '../../../training/documents/contracts/labels.ts';
import { isSameParty, isSameRegion, labelsOf } from '../../../training/documents/contracts/labels.ts';
import { simpleContract } from './contract-baseline.ts';
import type { Given, GivenContract } from './contract-baseline.ts';
import type { PathResult } from './compare-paths.ts';
import type { Judged, RealSet, SetContext } from './real-set.ts';
import { fieldsOf } from './real-set.ts';

export const contracts = (counted: 'held out' | 'development', reader: 'model' | 'baseline' = 'model'): RealSet => ({
  name: `corpora/cuad, issuers ${counted === 'held out' ? 'held out' : 'of development'}${reader === 'model' ? '' : ', plain expressions'}`,
  groups: {
    parties: /^Parties/u,
    dates: /Date$/u,
    'execution date': /^ExecutionDate$/u,
    'effective date': /^EffectiveDate$/u,
    'expiration date': /^ExpirationDate$/u,
    'governing law': /^Jurisdictions/u,
  },
  async *judge({ data, reader: ocr, matching }: SetContext): AsyncIterable<Judged> {
    for (const contract of readContracts(data)) {
      if (isHeldOut(contract) !== (counted === 'held out') || !contract.name.includes(matching)) continue;
      const layout = await layoutOfContract(contract, ocr);
      const given = reader === 'model' ? modelContract(layout) : simpleContract(layout);
      yield { name: contract.name, kind: 'contract', results: judgeContract(labelsOf(contract), given) };
    }
  },
});

function modelContract(layout: DocumentLayout): GivenContract {
  const fields = fieldsOf(extractDocuments('prebuilt-contract', layout));
  const entries = (name: string): Readonly<Record<string, Field>>[] => {
    const field = fields[name];
    return field?.type !== 'array' ? [] : field.value.map((entry) => (entry.type === 'object' ? entry.value : {}));
  };
  const given = (field: Field | undefined): Given | undefined =>
    field !== undefined && typeof field.value === 'string' ? { value: field.value, confidence: field.confidence } : undefined;
  return {
    parties: entries('Parties').flatMap(({ Name }) => given(Name) ?? []),
    dates: Object.fromEntries(['ExecutionDate', 'EffectiveDate', 'ExpirationDate'].map((name) => [name, given(fields[name])])),
    law: given(entries('Jurisdictions')[0]?.['Region']),
  };
}

function judgeContract(labels: ContractLabels, given: GivenContract): PathResult[] {
  const results: PathResult[] = labels.parties.length === 0 ? [] : judgeParties(labels.parties, given.parties);
  const dates = { ExecutionDate: labels.agreementDate, EffectiveDate: labels.effectiveDate, ExpirationDate: labels.expirationDate };
  for (const [path, expected] of Object.entries(dates))
    if (expected !== undefined) results.push(judge(path, expected, given.dates[path], (value) => value === expected));
  if (labels.governingLaw.length > 0)
    results.push(
      judge('Jurisdictions', labels.governingLaw.join('; '), given.law, (value) =>
        labels.governingLaw.some((region) => isSameRegion(value, region)),
      ),
    );
  return results;
}

function judgeParties(expected: readonly string[], given: readonly Given[]): PathResult[] {
  const left = [...given];
  const results = expected.map((name): PathResult => {
    const index = left.findIndex(({ value }) => isSameParty(value, name));
    const [found] = index < 0 ? [] : left.splice(index, 1);
    return found === undefined
      ? { path: 'Parties.Name', expected: name, verdict: 'missing' }
      : { path: 'Parties.Name', expected: name, verdict: 'right', given: found.value, confidence: found.confidence };
  });
  for (const { value, confidence } of left)
    results.push({ path: 'Parties.Name', expected: null, verdict: 'wrong', given: value, confidence });
  return results;
}

function judge(path: string, expected: string, given: Given | undefined, isRight: (value: string) => boolean): PathResult {
  if (given === undefined) return { path, expected, verdict: 'missing' };
  return { path, expected, verdict: isRight(given.value) ? 'right' : 'wrong', given: given.value, confidence: given.confidence };
}
