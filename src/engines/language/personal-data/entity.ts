export const PERSONAL_DATA_KINDS = [
  'name',
  'phoneNumber',
  'address',
  'email',
  'numericIdentifier',
  'creditCard',
  'socialSecurityNumber',
] as const;
export type PersonalDataKind = (typeof PERSONAL_DATA_KINDS)[number];

/** A span of a text in UTF-16, `end` exclusive. */
export interface PersonalData {
  kind: PersonalDataKind;
  start: number;
  end: number;
  score: number;
}

/** What one participant says or writes at a time. */
export interface Utterance {
  text: string;
  speaker: string;
}
