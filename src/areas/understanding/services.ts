import { operationsWith } from '../../kernel/operation.ts';
import type { Operation } from '../../kernel/operation.ts';
import type { PredictionServices } from '../../prediction/services.ts';

export type UnderstandingServices = PredictionServices;
export type UnderstandingOperation = Operation<UnderstandingServices>;

export const operation = operationsWith<UnderstandingServices>();
