export interface BrowserResult {
  path?: string;
  reason?: string;
}
export const RESULT_FILE: string;
export const LAUNCH_FLAGS: string[];
export function browser(): BrowserResult;
export function findBrowser(isUsable?: (path: string) => boolean): string | undefined;
export function startsUp(path: string): boolean;
