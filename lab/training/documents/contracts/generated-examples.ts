/** Generated contracts as examples: they supplement the labeled ones, which have few people and few short contracts. */
import { findCandidates } from '../../../../src/engines/documents/fields/contract/candidates.ts';
import type { ExpectedValue } from '../evaluation/expected-fields.ts';
import { layoutOf } from '../evaluation/read-generated.ts';
import { contract as generateContract } from '../generators/contract.ts';
import type { Example } from './examples.ts';
import type { ContractLabels } from './labels.ts';

export async function generatedExamples(from: number, to: number): Promise<Example[]> {
  const out: Example[] = [];
  for (let seed = from; seed < to; seed++) {
    const { pdf, documents } = await generateContract(seed);
    const candidates = findCandidates(await layoutOf(pdf), undefined);
    out.push({ labels: labelsOfGenerated(documents[0]!.fields), candidates });
  }
  return out;
}

function labelsOfGenerated(fields: Readonly<Record<string, ExpectedValue>>): ContractLabels {
  const text = (name: string): string | undefined => fields[name] as string | undefined;
  const parties = fields['Parties'] as unknown as { Name: string; ReferenceName?: string }[];
  const [law] = fields['Jurisdictions'] as unknown as { Region: string; Clause: string }[];
  return {
    title: text('Title'),
    parties: parties.map(({ Name }) => Name),
    aliases: parties.flatMap(({ ReferenceName }) => ReferenceName ?? []),
    agreementDate: text('ExecutionDate'),
    effectiveDate: text('EffectiveDate'),
    expirationDate: text('ExpirationDate'),
    isExpirationComputed: false,
    termClauses: [],
    duration: text('ContractDuration'),
    governingLaw: [law!.Region],
    lawClauses: [law!.Clause],
  };
}
