/** A drop zone for files that also opens the file picker. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { droppedFiles } from './folders.ts';
import { Icon } from './icons.tsx';
import { useForbidden, type Need } from './roles.ts';

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
  needs?: Need;
  onFiles: (files: File[]) => void;
}) {
  const [over, setOver] = useState(false);
  const forbidden = useForbidden(needs);
  const take = (files: readonly File[]): void => {
    if (files.length > 0 && forbidden === undefined) onFiles(files.slice(0, many ? undefined : 1));
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
        if (event.dataTransfer) void droppedFiles(event.dataTransfer, accept).then(take);
      }}
    >
      <Icon name="upload" />
      <span>{label}</span>
      {(forbidden ?? hint) !== undefined && <span class="small">{forbidden ?? hint}</span>}
      <input
        type="file"
        disabled={forbidden !== undefined}
        data-needs={needs}
        accept={accept}
        multiple={many}
        onChange={(event) => {
          take([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
    </label>
  );
}
