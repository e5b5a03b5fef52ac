/** What a made-up document says, by field: texts as printed, dates as yyyy-mm-dd, amounts and numbers as numbers. */
export type TrueValue = string | number | readonly TrueValue[] | { readonly [name: string]: TrueValue };

export interface MadeUp {
  modelId: string;
  docType: string;
  pdf: Uint8Array;
  fields: Record<string, TrueValue>;
  /** Fields that may be given or not: the document leaves it open. */
  open: ReadonlySet<string>;
}
