/** Extra features of an analysis, and its page range. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { CheckField, TextField } from '../../kit/form.tsx';

const FEATURES = { keyValuePairs: 'Key-value pairs', languages: 'Languages', barcodes: 'Barcodes', styleFont: 'Fonts', ocrHighResolution: 'High resolution for small print (slower)' } as const;
const PAGES = /^(?:\d+(?:-\d*)?(?:\s*,\s*\d+(?:-\d*)?)*)?$/;

/** The query of the call, and the fields to edit it. */
export function useAnalyzeOptions(modelId: string): { query: Record<string, string>; shown: JSX.Element } {
  const [features, setFeatures] = useState<readonly string[]>([]);
  const [pages, setPages] = useState('');
  const [markdown, setMarkdown] = useState(false);
  const [pdf, setPdf] = useState(false);
  // The read model rejects key-value pairs.
  const wanted = features.filter((one) => one !== 'keyValuePairs' || modelId !== 'prebuilt-read');
  return {
    query: { ...wanted.length > 0 && { features: wanted.join(',') }, ...pages.trim() !== '' && { pages: pages.replaceAll(' ', '') }, ...markdown && { outputContentFormat: 'markdown' }, ...pdf && { output: 'pdf' } },
    shown: <>
      <fieldset class="documents-features"><legend>Extra features</legend>
        {Object.entries(FEATURES).map(([name, label]) => <CheckField label={label} value={features.includes(name)} onInput={(on) => setFeatures(on ? [...features, name] : features.filter((one) => one !== name))} />)}
        <CheckField label="Text as Markdown" value={markdown} onInput={setMarkdown} />
        <CheckField label="Searchable PDF" value={pdf} onInput={setPdf} />
      </fieldset>
      <TextField label="Pages" value={pages} onInput={setPages} placeholder="all" hint="For example 1-3,5 or 7- for all from page 7." error={PAGES.test(pages.trim()) ? undefined : 'Use numbers and ranges separated by commas.'} autoComplete="off" />
    </>,
  };
}
