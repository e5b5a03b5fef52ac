/** The versions of conversation and text projects after the oldest, which has other shapes. */
export const LATER_VERSIONS = [
  '2022-05-01',
  '2022-05-15-preview',
  '2022-10-01-preview',
  '2023-04-01',
  '2023-04-15-preview',
  '2023-11-15-preview',
  '2024-11-01',
  '2024-11-15-preview',
  '2025-05-15-preview',
  '2025-11-01',
  '2025-11-15-preview',
];

/** A time as the oldest version and its successors write it. */
export const WHOLE_SECONDS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
