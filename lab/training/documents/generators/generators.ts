/** All generators of forms, cards and contracts. Seeds below 1000 were used in development; quote figures for seeds from 5000 on. */
import type { GeneratedPage } from './generated-page.ts';
import { businessCard, healthCard } from './cards.ts';
import { contract } from './contract.ts';
import { mortgage, studentLoan, tuition } from './form-1098.ts';
import { driverLicense, socialSecurityCard } from './driver-license.ts';
import { travelDocument } from './travel-documents.ts';
import { w2 } from './w2.ts';

export interface Generator {
  name: string;
  generate(seed: number): Promise<GeneratedPage>;
  /** Required field F1 on the PDF's text. */
  bar?: number;
}

export const GENERATORS: readonly Generator[] = [
  { name: 'W-2', generate: w2, bar: 0.95 },
  { name: '1098', generate: mortgage, bar: 0.95 },
  { name: '1098-E', generate: studentLoan, bar: 0.95 },
  { name: '1098-T', generate: tuition, bar: 0.95 },
  { name: 'documents with a zone', generate: travelDocument, bar: 0.98 },
  { name: 'driver licenses', generate: driverLicense },
  { name: 'social security cards', generate: socialSecurityCard },
  { name: 'business cards', generate: businessCard },
  { name: 'health insurance cards', generate: healthCard },
  { name: 'contracts', generate: contract },
];
