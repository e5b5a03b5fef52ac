/** Options of an analysis: features, pages, format and outputs. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../../i18n/messages.ts';
import { CheckField, TextField } from '../../kit/form.tsx';

const FEATURES = {
  keyValuePairs: t('Key-value pairs'),
  languages: t('Languages'),
  barcodes: t('Barcodes'),
  styleFont: t('Fonts'),
  ocrHighResolution: t('High resolution for small print (slower)'),
} as const;
const OUTPUTS = { pdf: t('Searchable PDF'), figures: t('Figures as images') } as const;
const MAX_NAMES = 20;
const PAGES = /^(?:\d+(?:-\d*)?(?:\s*,\s*\d+(?:-\d*)?)*)?$/;

/** The query of the call, and the fields to edit it. */
export function useAnalyzeOptions(modelId: string): { query: Record<string, string>; shown: JSX.Element } {
  const [features, setFeatures] = useState<readonly string[]>([]);
  const [pages, setPages] = useState('');
  const [markdown, setMarkdown] = useState(false);
  const [named, setNamed] = useState('');
  const [outputs, setOutputs] = useState<readonly string[]>([]);
  // The read model rejects key-value pairs and names of fields, and finds no figures.
  const isRead = modelId === 'prebuilt-read';
  const names = isRead ? [] : [...new Set(named.split(',').map((name) => name.trim()))].filter((name) => name !== '');
  const supported = [...features.filter((one) => one !== 'keyValuePairs' || !isRead), ...(names.length > 0 ? ['queryFields'] : [])];
  const output = outputs.filter((one) => one !== 'figures' || !isRead);
  const changed = supported.length + output.length + (markdown ? 1 : 0) + (pages.trim() === '' ? 0 : 1);
  const switched = (list: readonly string[], name: string, on: boolean): string[] =>
    on ? [...list, name] : list.filter((one) => one !== name);
  return {
    query: {
      ...(supported.length > 0 && { features: supported.join(',') }),
      ...(names.length > 0 && { queryFields: names.join(',') }),
      ...(pages.trim() !== '' && { pages: pages.replaceAll(' ', '') }),
      ...(markdown && { outputContentFormat: 'markdown' }),
      ...(output.length > 0 && { output: output.join(',') }),
    },
    shown: (
      <details class="documents-options">
        <summary>{changed === 0 ? t('Options') : t('Options ({count} set)', { count: changed })}</summary>
        <fieldset class="documents-features">
          <legend>{t('Extra features')}</legend>
          {Object.entries(FEATURES).map(([name, label]) => (
            <CheckField label={label} value={features.includes(name)} onInput={(on) => setFeatures(switched(features, name, on))} />
          ))}
          <CheckField label={t('Text as Markdown')} value={markdown} onInput={setMarkdown} />
          {Object.entries(OUTPUTS).map(([name, label]) => (
            <CheckField label={label} value={outputs.includes(name)} onInput={(on) => setOutputs(switched(outputs, name, on))} />
          ))}
        </fieldset>
        {!isRead && (
          <TextField
            label={t('Fields to find')}
            value={named}
            onInput={setNamed}
            placeholder={t('policy holder, delivery date')}
            hint={t('Names of up to 20 fields in any language, separated by commas.')}
            error={names.length > MAX_NAMES ? t('At most {count} fields.', { count: MAX_NAMES }) : undefined}
          />
        )}
        <TextField
          label={t('Pages')}
          value={pages}
          onInput={setPages}
          placeholder={t('all')}
          hint={t('For example 1-3,5 or 7- for all from page 7.')}
          error={PAGES.test(pages.trim()) ? undefined : t('Use numbers and ranges separated by commas.')}
        />
      </details>
    ),
  };
}
