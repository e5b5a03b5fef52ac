/** Files of folders that are dropped or chosen; each has its path in `webkitRelativePath`. */

/** What was dropped, with the files in folders that `accept` names, such as `.jpg,.png`. */
export async function droppedFiles({ items, files }: DataTransfer, accept = ''): Promise<File[]> {
  // Entries can only be read before the first wait.
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (!entries.some(({ isDirectory }) => isDirectory)) return [...files];
  return accepted((await Promise.all(entries.map(filesIn))).flat(), accept);
}

/** Opens the browser's picker of folders. */
export function chooseFolder(accept: string, onFiles: (files: File[]) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.webkitdirectory = true;
  input.onchange = () => onFiles(accepted([...(input.files ?? [])], accept));
  input.click();
}

function accepted(files: readonly File[], accept: string): File[] {
  const endings = accept.split(',');
  return files.filter(({ name }) => endings.some((ending) => name.toLowerCase().endsWith(ending)));
}

async function filesIn(entry: FileSystemEntry): Promise<File[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    return [Object.defineProperty(file, 'webkitRelativePath', { value: entry.fullPath.slice(1) })];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: FileSystemEntry[] = [];
  for (let more = -1; more !== found.length;) {
    more = found.length;
    found.push(...(await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))));
  }
  return (await Promise.all(found.map(filesIn))).flat();
}
