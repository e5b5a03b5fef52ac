/** All models as cards: what each finds, and a document to try it with. */
import { t } from '../../i18n/messages.ts';
import { Button, Card, Tag } from '../../kit/parts.tsx';
import { joinPath, Link } from '../../kit/router.tsx';
import { isPrebuilt, type Model } from './calls.ts';
import { describeModel } from './gallery.ts';
import { hasSample } from './sample-documents.ts';

export interface ModelGalleryProps {
  models: readonly Model[];
  selected: string;
  onSelect: (modelId: string) => void;
  onTry: (modelId: string) => void;
}

/** Beyond this many models of the account, the rest is on the tab of models. */
const MAX_OWN = 12;
/** General models and frequent kinds of documents first. */
const FIRST = ['prebuilt-layout', 'prebuilt-read', 'prebuilt-invoice', 'prebuilt-receipt'];

export function ModelGallery({ models, selected, onSelect, onTry }: ModelGalleryProps) {
  const own = models.filter(({ modelId }) => !isPrebuilt(modelId));
  const prebuilt = models.filter(({ modelId }) => isPrebuilt(modelId));
  const place = ({ modelId }: Model): number => (FIRST.includes(modelId) ? FIRST.indexOf(modelId) : FIRST.length);
  const shown = [...own.slice(0, MAX_OWN), ...prebuilt.toSorted((one, other) => place(one) - place(other))];
  return (
    <Card title={t('Models')} actions={<Link to="/documents?tab=models">{t('All models')}</Link>}>
      <ul class="documents-gallery" aria-label={t('Models')}>
        {shown.map((model) => {
          const { modelId } = model;
          const { title, finds } = describeModel(model);
          return (
            <li class={modelId === selected ? 'documents-model selected' : 'documents-model'}>
              <div class="spread">
                <h3>{title}</h3>
                {!isPrebuilt(modelId) && <Tag kind="good">{t('yours')}</Tag>}
              </div>
              <p class="soft small">{finds}</p>
              <div class="row">
                <Button
                  pressed={modelId === selected}
                  label={modelId === selected ? t('Selected: {title}', { title }) : t('Use {title}', { title })}
                  onClick={() => onSelect(modelId)}
                >
                  {modelId === selected ? t('Selected') : t('Use')}
                </Button>
                {hasSample(modelId) && (
                  <Button
                    needs="label"
                    kind="quiet"
                    icon="sample"
                    label={t('Try {title} with a sample', { title })}
                    onClick={() => onTry(modelId)}
                  >
                    {t('Try')}
                  </Button>
                )}
                <Link to={joinPath('documents', 'models', modelId)} aria-label={t('Fields of {title}', { title })}>
                  {t('Fields')}
                </Link>
              </div>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
