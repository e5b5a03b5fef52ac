/** Expected fields of a generated document: texts as printed, dates as yyyy-mm-dd, amounts and numbers as numbers. */
export type ExpectedValue = string | number | readonly ExpectedValue[] | { readonly [name: string]: ExpectedValue };

export interface GeneratedDocument {
  modelId: string;
  docType: string;
  pdf: Uint8Array;
  fields: Record<string, ExpectedValue>;
  /** Fields that may be returned or not: the document is ambiguous. */
  optionalFields: ReadonlySet<string>;
}
