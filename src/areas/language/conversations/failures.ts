import { failureCatalog } from '../../../kernel/failures.ts';
import { projectFailure } from '../projects/failures.ts';
import rows from './failures.json' with { type: 'json' };

/** Failures of conversation projects, besides those of all projects. */
export const conversationFailure = failureCatalog(rows);

/** All failures of the conversation areas. */
export const conversationFailures = { rows: { ...projectFailure.rows, ...conversationFailure.rows } };
