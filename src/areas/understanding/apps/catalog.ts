/** The fixed lists that describe apps: cultures, domains and usage scenarios. */
import catalog from './catalog.json' with { type: 'json' };

/** Codes and names of the cultures that an app may have. */
export const CULTURES: readonly [code: string, name: string][] = Object.entries(catalog.cultures);
export const DOMAINS: readonly string[] = catalog.domains;
export const USAGE_SCENARIOS: readonly string[] = catalog.usageScenarios;
