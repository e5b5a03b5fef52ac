/** A drop zone for files that also opens the file picker. */
import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Icon } from './icons.tsx';

export function FileDrop({
  label,
  accept,
  many = false,
  hint,
  onFiles,
}: {
  label: string;
  accept?: string;
  many?: boolean;
  hint?: ComponentChildren;
  onFiles: (files: File[]) => void;
}): JSX.Element {
  const [over, setOver] = useState(false);
  const take = (list: FileList | null | undefined): void => {
    const files = [...(list ?? [])];
    if (files.length > 0) onFiles(many ? files : files.slice(0, 1));
  };
  return (
    <label
      class={`drop ${over ? 'over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer?.files);
      }}
    >
      <Icon name="upload" />
      <span>{label}</span>
      {hint !== undefined && <span class="small">{hint}</span>}
      <input
        type="file"
        accept={accept}
        multiple={many}
        onChange={(event) => {
          take(event.currentTarget.files);
          event.currentTarget.value = '';
        }}
      />
    </label>
  );
}
