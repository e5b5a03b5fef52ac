import { operationsWith } from '../../kernel/operation.ts';
import type { PredictionServices } from '../../prediction/services.ts';

export type LanguageServices = PredictionServices;

export const operation = operationsWith<LanguageServices>();
