/** All makers of forms, cards and contracts. Seeds below 1000 were looked at while the models were made; figures are to be quoted for seeds from 5000 on. */
import type { MadeUpSheet } from './generated-page.ts';
import { businessCard, healthCard } from './cards.ts';
import { contract } from './contract.ts';
import { mortgage, studentLoan, tuition } from './form-1098.ts';
import { driverLicence, socialSecurityCard } from './driver-licence.ts';
import { travelDocument } from './travel-documents.ts';
import { w2 } from './w2.ts';

export interface Maker {
  name: string;
  make(seed: number): Promise<MadeUpSheet>;
  /** Least field F1 that the project asks for by the file's own words. */
  bar?: number;
}

export const MAKERS: readonly Maker[] = [
  { name: 'W-2', make: w2, bar: 0.95 }, { name: '1098', make: mortgage, bar: 0.95 }, { name: '1098-E', make: studentLoan, bar: 0.95 }, { name: '1098-T', make: tuition, bar: 0.95 },
  { name: 'documents with a zone', make: travelDocument, bar: 0.98 }, { name: 'driver licences', make: driverLicence }, { name: 'social security cards', make: socialSecurityCard },
  { name: 'business cards', make: businessCard }, { name: 'health insurance cards', make: healthCard }, { name: 'contracts', make: contract },
];
