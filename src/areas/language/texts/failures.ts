import { failureCatalog } from '../../../kernel/failures.ts';
import rows from './failures.json' with { type: 'json' };

/** Failures of text analysis, besides those of all projects. */
export const textsFailure = failureCatalog(rows);
