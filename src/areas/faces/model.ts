/** Person groups: named containers of persons. Types and rules only. */
export const RECOGNITION_MODELS = ['recognition_01', 'recognition_02', 'recognition_03', 'recognition_04'] as const;
export type RecognitionModel = typeof RECOGNITION_MODELS[number];

export interface PersonGroup {
  name: string;
  userData?: string;
  /** Fixed when the group is made. */
  recognitionModel: RecognitionModel;
}

export const GROUP_ID_PATTERN = '^[a-z0-9_-]{1,64}$';
const GROUP_ID = new RegExp(GROUP_ID_PATTERN);

export function isGroupId(id: string): boolean {
  return GROUP_ID.test(id);
}
