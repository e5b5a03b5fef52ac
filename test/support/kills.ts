/** How often a test kills a server: twice for each merge, and more often at night (scripts/test-steps.ts). */
export const KILLS = Number(process.env.TEST_KILLS ?? 2);
