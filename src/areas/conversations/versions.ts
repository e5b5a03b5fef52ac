/** The versions of the interface that conversation projects are served in, beside the oldest. */
export const LATER_VERSIONS = ['2022-05-01', '2022-05-15-preview', '2022-10-01-preview', '2023-04-01'];
