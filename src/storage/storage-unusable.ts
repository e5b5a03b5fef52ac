/** The storage cannot be used by a command or a server that starts. Its message says why and what to do, for operators. */
export class StorageUnusable extends Error {
  override name = 'StorageUnusable';
}
