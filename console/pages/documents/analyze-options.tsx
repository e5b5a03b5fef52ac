/** What an analysis is asked to tell beyond what its model tells, and of which pages. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { CheckField, TextField } from '../../kit/form.tsx';

const FEATURES = { keyValuePairs: 'Pairs of labels and values', languages: 'Languages', barcodes: 'Barcodes', styleFont: 'Fonts', ocrHighResolution: 'Small print on large sheets (slower)' } as const;
const PAGES = /^(?:\d+(?:-\d*)?(?:\s*,\s*\d+(?:-\d*)?)*)?$/;

/** The query of the call, and the fields in which it is put together. */
export function useAnalyzeOptions(modelId: string): { query: Record<string, string>; shown: JSX.Element } {
  const [features, setFeatures] = useState<readonly string[]>([]);
  const [pages, setPages] = useState('');
  const [markdown, setMarkdown] = useState(false);
  const [pdf, setPdf] = useState(false);
  // Reading alone knows no pairs, and would refuse to look for them.
  const wanted = features.filter((one) => one !== 'keyValuePairs' || modelId !== 'prebuilt-read');
  return {
    query: { ...wanted.length > 0 && { features: wanted.join(',') }, ...pages.trim() !== '' && { pages: pages.replaceAll(' ', '') }, ...markdown && { outputContentFormat: 'markdown' }, ...pdf && { output: 'pdf' } },
    shown: <>
      <fieldset class="documents-features"><legend>Also tell</legend>
        {Object.entries(FEATURES).map(([name, label]) => <CheckField label={label} value={features.includes(name)} onInput={(on) => setFeatures(on ? [...features, name] : features.filter((one) => one !== name))} />)}
        <CheckField label="The text as Markdown" value={markdown} onInput={setMarkdown} />
        <CheckField label="Make a PDF in which the text can be found" value={pdf} onInput={setPdf} />
      </fieldset>
      <TextField label="Pages to read" value={pages} onInput={setPages} placeholder="all" hint="Such as 1-3,5 or 7- for all from there on." error={PAGES.test(pages.trim()) ? undefined : 'Numbers and ranges, parted by commas.'} autoComplete="off" />
    </>,
  };
}
