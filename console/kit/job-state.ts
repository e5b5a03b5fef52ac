/** How work that takes a while stands. */
export interface JobState {
  status: 'waiting' | 'running' | 'succeeded' | 'failed' | 'cancelled';
  /** From 0 to 1, where it is known. */
  progress?: number;
  message?: string;
}

/** The states of job records and operations, whatever an area calls them. */
export function jobStatus(word: string): JobState['status'] {
  const plain = word.toLowerCase();
  if (/^(notstarted|queued|waiting|pending)$/.test(plain)) return 'waiting';
  if (/^(succeeded|success|uptodate|completed|partiallycompleted|partiallysucceeded)$/.test(plain)) return 'succeeded';
  if (/^(failed|fail|error)$/.test(plain)) return 'failed';
  return /^(cancelled|canceled)$/.test(plain) ? 'cancelled' : 'running';
}
