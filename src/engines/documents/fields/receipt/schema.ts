/** Fields of receipts; hotel bills have their own. */
import type { FieldPaths } from '../schema.ts';
import fields from './fields.json' with { type: 'json' };

export const RECEIPT_FIELDS = fields.receipt as unknown as FieldPaths;
export const HOTEL_FIELDS = fields.hotel as unknown as FieldPaths;
