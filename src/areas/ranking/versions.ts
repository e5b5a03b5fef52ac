/** The differences between API versions. Operations read this table and never compare version names. */
import type { Mount } from '../../kernel/area.ts';
import { DEFAULT_ARGUMENTS } from '../../engines/ranking/policy.ts';

export interface Version {
  version: string;
  /** Arguments of the learning settings after a reset. */
  resetArguments: string;
  configuration: {
    /** Whether it has `modelRetrainDays`. */
    hasRetrainDays: boolean;
    /** Whether it has the settings of log mirroring although that is disabled, and that of explanations only if it is enabled. */
    hasMirroring: boolean;
    /** Whether its times have neither fractions of seconds nor a time zone. */
    hasPlainTimes: boolean;
  };
}

const V1_CONFIGURATION = { hasRetrainDays: false, hasMirroring: true, hasPlainTimes: false };

const VERSIONS: readonly (Version & Pick<Mount, 'marker'>)[] = [
  { version: 'v1.1-preview.3', marker: 'path', resetArguments: DEFAULT_ARGUMENTS, configuration: V1_CONFIGURATION },
  { version: 'v1.0', marker: 'path', resetArguments: DEFAULT_ARGUMENTS, configuration: V1_CONFIGURATION },
  {
    version: '2022-09-01-preview',
    marker: 'query',
    resetArguments: '--cb_explore_adf --epsilon 0.2 --power_t 0 -l 0.001 --cb_type mtr -q ::',
    configuration: { hasRetrainDays: true, hasMirroring: false, hasPlainTimes: true },
  },
];

export const MOUNTS: readonly Mount[] = VERSIONS.map(({ version, marker }) => ({
  base: marker === 'path' ? `/ranking/${version}` : '/ranking',
  version,
  marker,
}));

export function getVersion(name: string): Version {
  return VERSIONS.find(({ version }) => version === name)!;
}

/** Evaluations with an id that the server chooses, and results with the sums of the estimators. */
export const V1 = ['v1.0', 'v1.1-preview.3'];
/** Evaluations with an id that the caller chooses, lists in pages, feature importances. */
export const V2022 = ['2022-09-01-preview'];
/** Several slots, import of models, applying of evaluations. */
export const PREVIEWS = ['v1.1-preview.3', '2022-09-01-preview'];
/** Additions to the interface: events of the log, learning metrics. */
export const ADDITIONS = ['v1.1-preview.3'];
