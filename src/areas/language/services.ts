import { operationsWith } from '../../kernel/operation.ts';
import type { UnderstandingServices } from '../understanding/area.ts';

/** Projects are asked in the threads of apps; so the areas of both have the same services. */
export type LanguageServices = UnderstandingServices;

export const operation = operationsWith<LanguageServices>();
