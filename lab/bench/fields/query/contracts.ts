/** Names asked on contracts of CUAD: what its lawyers marked and no prebuilt field has, parties by the names that a contract gives them. */
import type { Field } from '../../../../src/engines/documents/fields/field.ts';
import type { DocumentLayout } from '../../../../src/engines/documents/layout/model/structure.ts';
import { layoutOfContract, readContracts } from '../../../training/documents/contracts/corpus.ts';
import type { LabeledContract } from '../../../training/documents/contracts/corpus.ts';
import { isSameParty, isSameRegion } from '../../../training/documents/contracts/labels.ts';
import { textOf } from '../../../training/documents/evaluation/compare.ts';
import { valueText } from '../real/compare-paths.ts';
import { termOf } from './agreements.ts';
import type { AskedDocument, ExpectedField } from './asked-documents.ts';

const DURATIONS = {
  'Notice Period To Terminate Renewal': 'renewal notice period',
  'Renewal Term': 'renewal term',
  'Warranty Duration': 'warranty duration',
};
/** A name such as `Licensor`, not the short name of a company. */
const ROLE =
  /^(?:Licens(?:or|ee)|Distributor|Supplier|Customer|Client|Seller|Buyer|Purchaser|Vendor|Manufacturer|Company|Franchis(?:or|ee)|Consultant|Contractor|Lender|Borrower|Sponsor|Reseller|Agent|Provider|Owner|Operator|Publisher|Affiliate)$/u;
const PARTY = /([^;"“”()]{3,80}?)\s*\([^()"“”]*["“]\s*(?:the )?([^"”]{2,40})\s*["”][^()]*\)/gu;

export async function* contracts(data: string, isWanted: (contract: LabeledContract) => boolean): AsyncIterable<AskedDocument> {
  for (const contract of readContracts(data).filter((one) => isWanted(one) && !/\.pdf$/iu.test(one.file))) {
    const { labels, name } = contract;
    const expected: ExpectedField[] = [];
    for (const [label, asked] of Object.entries(DURATIONS)) {
      const shown = /^(?:successive )?(\d+ \w+)$/u.exec((labels[`${label}-Answer`] ?? '').trim())?.[1];
      if (shown !== undefined)
        expected.push({ asked, shown, accepts: (field, layout) => textsOf(field, layout).some((text) => termOf(text) === termOf(shown)) });
    }
    const region = (labels['Governing Law-Answer'] ?? '').split(';')[0]!.trim();
    if (region !== '')
      expected.push({
        asked: 'applicable law of contract',
        shown: region,
        accepts: (field, layout) => textsOf(field, layout).some((text) => isSameRegion(text, region)),
      });
    for (const [, party, role] of (labels['Parties-Answer'] ?? '').matchAll(PARTY))
      if (ROLE.test(role!) && !expected.some(({ asked }) => asked === role))
        expected.push({
          asked: role!,
          shown: party!.trim(),
          accepts: (field, layout) => textsOf(field, layout).some((text) => isSameParty(text, party!.trim())),
        });
    yield {
      name,
      kind: 'contract',
      layout: await layoutOfContract(contract),
      asked: [...new Set([...Object.values(DURATIONS), ...expected.map(({ asked }) => asked)])],
      expected,
    };
  }
}

const textsOf = (field: Field, layout: DocumentLayout): string[] => [valueText(field), textOf(layout, field)];
