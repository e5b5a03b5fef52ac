/** Fields of an invoice. */
import type { FieldPaths } from '../schema.ts';
import fields from './fields.json' with { type: 'json' };

export const INVOICE_FIELDS = fields as unknown as FieldPaths;
