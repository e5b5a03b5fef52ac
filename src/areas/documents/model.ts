/** Document models and the authorizations to copy one here. Types and rules only. */
export const MODEL_ID_PATTERN = '^[a-zA-Z0-9][a-zA-Z0-9._~-]{1,63}$';

const PREBUILT_PREFIX = 'prebuilt-';

/** The models that every account has (interface section 1). */
const PREBUILT_MODELS = new Set([
  'read', 'layout', 'document', 'businessCard', 'idDocument', 'invoice', 'receipt', 'contract', 'healthInsuranceCard.us',
  'tax.us.w2', 'tax.us.1098', 'tax.us.1098E', 'tax.us.1098T',
].map((name) => PREBUILT_PREFIX + name));

export function isPrebuilt(modelId: string): boolean {
  return PREBUILT_MODELS.has(modelId);
}

/** Names that a custom model cannot have. */
export function isReserved(modelId: string): boolean {
  return modelId.startsWith(PREBUILT_PREFIX);
}

export interface DocumentModel {
  modelId: string;
  createdAt: number;
  description?: string;
  tags: Record<string, string>;
}

/** Waits for the copy job of another resource to present its token. */
export interface CopyAuthorization {
  modelId: string;
  description?: string;
  tags: Record<string, string>;
  expiresAt: number;
}

export const COPY_AUTHORIZATION_MS = 24 * 3600_000;
