/** A job of the management API. */
export interface Job {
  jobId: string; kind: string; status: string; percentCompleted: number; attempts: number;
  createdDateTime: string; startedDateTime?: string; lastUpdatedDateTime: string; endedDateTime?: string; expirationDateTime: string;
  errors: { code: string; message: string; target?: string }[];
  log: { dateTime: string; text: string }[];
  result?: unknown;
}
