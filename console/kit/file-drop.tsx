/** A drop zone for files that also opens the file picker. */
import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Role } from './api.ts';
import { Icon } from './icons.tsx';
import { useForbidden } from './roles.ts';

export function FileDrop({
  label,
  accept,
  many = false,
  hint,
  needs = 'label',
  onFiles,
}: {
  label: string;
  accept?: string;
  many?: boolean;
  hint?: ComponentChildren;
  /** The role that sending a file needs; disabled, with the reason, for others. */
  needs?: Role;
  onFiles: (files: File[]) => void;
}): JSX.Element {
  const [over, setOver] = useState(false);
  const forbidden = useForbidden(needs);
  const take = (list: FileList | null | undefined): void => {
    const files = [...(list ?? [])];
    if (files.length > 0 && forbidden === undefined) onFiles(many ? files : files.slice(0, 1));
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
      {(forbidden ?? hint) !== undefined && <span class="small">{forbidden ?? hint}</span>}
      <input
        type="file"
        disabled={forbidden !== undefined}
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
