/**
 * The readers of lines in Chinese, Japanese, Korean and other scripts. A reader is loaded when a page needs it, and only the last
 * one is kept: few pages have any of these scripts, and hardly any has two.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Engine } from '../../documents/reading/ocr/recognition/confidence.ts';
import type { OpenScriptReader, ScriptReader } from '../../documents/reading/ocr/recognition/read-scripts.ts';
import { createRecognizer } from '../../documents/reading/ocr/recognition/recognizer.ts';
import type { Script } from '../../documents/reading/ocr/recognition/scripts.ts';
import { openNetworkFile } from '../../bindings/onnx-session.ts';
import { findRecognizer } from './ocr-weights.ts';

const SHIPPED = fileURLToPath(new URL('../../../../weights/scripts', import.meta.url));
/** Whose confidence the words of a reader have. */
const ENGINES = { cjk: 'cjk', other: 'scripts' } as const satisfies Record<Script, Engine>;

export interface ScriptReaders {
  open: OpenScriptReader;
  close(): Promise<void>;
}

export function createScriptReaders(folder: string = SHIPPED): ScriptReaders {
  let kept: { script: Script; reader: ScriptReader } | undefined;
  const close = async (): Promise<void> => {
    const last = kept;
    kept = undefined;
    await last?.reader.recognizer.close();
  };
  return {
    async open(script) {
      if (kept?.script === script) return kept.reader;
      await close();
      const weights = await findRecognizer(join(folder, script));
      if (weights === undefined) return undefined;
      const recognizer = createRecognizer(await openNetworkFile(weights.file), weights.settings);
      kept = { script, reader: { recognizer, name: ENGINES[script] } };
      return kept.reader;
    },
    close,
  };
}
