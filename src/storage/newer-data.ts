export class NewerData extends Error {
  override name = 'NewerData';
}

export function newerMessage(found: number, known: number): string {
  return `The data was written by a newer version (schema ${found}; this version knows up to ${known}). Start that version, or restore a backup made by this one.`;
}
