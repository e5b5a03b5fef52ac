/** Status of long-running work. */
export interface JobState {
  status: 'waiting' | 'running' | 'succeeded' | 'failed' | 'cancelled';
  /** From 0 to 1, if known. */
  progress?: number;
  message?: string;
}

/** Maps the states of job records and operations of all areas. */
export function toJobStatus(word: string): JobState['status'] {
  const plain = word.toLowerCase();
  if (/^(notstarted|queued|waiting|pending)$/.test(plain)) return 'waiting';
  if (/^(succeeded|success|uptodate|completed|partiallycompleted|partiallysucceeded)$/.test(plain)) return 'succeeded';
  if (/^(failed|fail|error)$/.test(plain)) return 'failed';
  return /^(cancelled|canceled)$/.test(plain) ? 'cancelled' : 'running';
}
