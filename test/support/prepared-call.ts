/** A call whose account has what it needs. */
import type { TestApp } from './memory-app.ts';

export interface PreparedCall {
  account: string;
  key: string;
  params: Record<string, string>;
  body: unknown;
  headers?: Record<string, string>;
}

export interface TestAccount {
  app: TestApp;
  key: string;
  account: string;
}
