import type { Area } from '../../contract/area.ts';
import { documentDialect, documentFailure } from './failures.ts';
import { authorizeCopy } from './operations/copying.ts';

export const documents: Area = {
  name: 'documents',
  title: 'Document analysis',
  mounts: [
    { base: '/documentanalysis', version: '2024-02-29-preview', marker: 'query' },
    { base: '/formanalysis', version: '2022-01-30-preview', marker: 'query' },
  ],
  kinds: ['DocumentAnalysis'],
  dialect: documentDialect,
  failures: documentFailure,
  operations: [authorizeCopy],
};
