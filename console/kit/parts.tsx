/** The small components that every page uses. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../i18n/messages.ts';
import { formatPercent } from './format.ts';
import { Icon, type IconName } from './icons.tsx';
import { Link, navigate, pageTitle, usePages, useRoute } from './router.tsx';
import { useForbidden, type Need } from './roles.ts';
import { toast } from './toast.tsx';

export interface ButtonProps {
  text?: ComponentChildren;
  /** A longer text. */ children?: ComponentChildren;
  icon?: IconName;
  kind?: 'plain' | 'primary' | 'danger' | 'quiet';
  /** What it does, for a button without text. */
  label?: string;
  busy?: boolean;
  disabled?: boolean;
  type?: 'button' | 'submit';
  /** Its shortcut. */
  keys?: string;
  pressed?: boolean;
  /** For a button that shows and hides something. */
  expanded?: boolean;
  /** The role that it needs; disabled, with the reason, for others. Primary and danger buttons change something: they need Label. */
  needs?: Need;
  class?: string;
  onClick?: (event: MouseEvent) => void;
  /** The action of `useAction` that it runs: busy while that runs. */
  does?: { run: () => unknown; busy: boolean };
}

const CHANGES = new Set<ButtonProps['kind']>(['primary', 'danger']);

export function Button({
  text,
  children = text,
  icon,
  kind = 'plain',
  label,
  does,
  busy = does?.busy ?? false,
  disabled = false,
  type = 'button',
  keys,
  pressed,
  expanded,
  needs = CHANGES.has(kind) ? 'label' : undefined,
  class: more = '',
  onClick = does && (() => void does.run()),
}: ButtonProps) {
  const isIconOnly = children === undefined;
  const forbidden = useForbidden(needs);
  return (
    <button
      type={type}
      class={`button ${kind} ${isIconOnly ? 'icon' : ''} ${more}`}
      disabled={disabled || busy || forbidden !== undefined}
      aria-busy={busy}
      aria-label={label}
      aria-pressed={pressed}
      aria-expanded={expanded}
      aria-keyshortcuts={keys}
      data-needs={needs}
      title={forbidden ?? (isIconOnly ? label : undefined)}
      onClick={onClick}
    >
      {busy ? <span class="spinner" /> : icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink({
  to,
  icon,
  kind = 'plain',
  text,
  children = text,
}: Pick<ButtonProps, 'icon' | 'text' | 'children'> & { to: string; kind?: 'plain' | 'primary' | 'quiet' }) {
  return (
    <Link to={to} class={`button ${kind}`}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  );
}

export interface CardProps {
  title?: string;
  actions?: ComponentChildren;
  flush?: boolean;
  class?: string;
  level?: 2 | 3;
  children?: ComponentChildren;
}

export function Card({ title, actions, flush = false, class: more = '', level = 2, children }: CardProps) {
  const Heading = `h${level}` as const;
  return (
    <section class={`card ${flush ? 'flush' : ''} ${more}`} aria-label={title}>
      {(title !== undefined || actions) && (
        <header>
          {title !== undefined && <Heading>{title}</Heading>}
          <div class="row">{actions}</div>
        </header>
      )}
      {children}
    </section>
  );
}

/** The title; on the first page of an area, the vendor's name for it beside the title. */
export function PageHeader({
  title,
  about,
  actions,
  steps,
}: {
  title: string;
  about?: ComponentChildren;
  actions?: ComponentChildren;
  /** `NextSteps` of what the page shows. */
  steps?: ComponentChildren;
}) {
  const { parts } = useRoute();
  const vendor = usePages().find((page) => parts.length === 1 && page.path === parts[0] && page.title === title)?.vendor;
  useEffect(() => {
    pageTitle.set(title);
    return () => pageTitle.set(undefined);
  }, [title]);
  return (
    <header class="page-head">
      <div>
        <h1>
          {title} {vendor !== undefined && <small>{vendor}</small>}
        </h1>
        {about && <p>{about}</p>}
      </div>
      {actions && <div class="row">{actions}</div>}
      {steps}
    </header>
  );
}

export function Tag({ kind, children }: { kind?: 'good' | 'warn' | 'danger' | 'info'; children: ComponentChildren }) {
  return <span class={`tag ${kind ?? ''}`}>{children}</span>;
}

/** A share from 0 to 1 as a bar with its figure. With `low` and `middle`, values below them are highlighted. */
export function Confidence({ value, label, low = 0.5, middle = 0.8 }: { value: number; label?: string; low?: number; middle?: number }) {
  return (
    <Meter
      share={value}
      kind={value < low ? 'danger' : value < middle ? 'warn' : undefined}
      label={label ?? t('Confidence')}
      text={formatPercent(value)}
    />
  );
}

/** How much of a limit is used. */
export function Meter({ share, kind, label, text }: { share: number; kind?: 'warn' | 'danger'; label: string; text: string }) {
  const width = `${Math.max(0, Math.min(1, share)) * 100}%`;
  return (
    <span
      class={`meter ${kind ?? ''}`}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(Math.max(0, Math.min(1, share)) * 100)}
      aria-valuetext={text}
    >
      <span>
        <span style={{ width }} />
      </span>
      <span aria-hidden="true">{text}</span>
    </span>
  );
}

/** Empty state: why, and what to do first. */
export function Empty({
  icon = 'info',
  title,
  text,
  children = text,
  actions,
}: Pick<ButtonProps, 'icon' | 'text' | 'children'> & { title: string; actions?: ComponentChildren }) {
  return (
    <div class="empty">
      <Icon name={icon} />
      <h3>{title}</h3>
      {children && <p>{children}</p>}
      {actions && <div class="row">{actions}</div>}
    </div>
  );
}

/** The shape of what is to come; with `what`, the work that it waits for. */
export function Loading({ what }: { what?: string }) {
  if (what !== undefined)
    return (
      <div class="empty" role="status">
        <span class="spinner" />
        <span>{what}…</span>
      </div>
    );
  return (
    <div class="skeleton" role="status">
      <span class="for-readers">{t('Loading')}…</span>
      <span />
      <span />
      <span />
      <span />
    </div>
  );
}

export function Figure({ value, label }: { value: ComponentChildren; label: string }) {
  return (
    <div class="figure">
      <strong>{value}</strong>
      <span>{label}</span>
    </div>
  );
}

/** A table of a few rows, which are its children. */
export function PlainTable({ label, head, children }: { label: string; head: readonly string[]; children: ComponentChildren }) {
  return (
    <table aria-label={label}>
      <thead>
        <tr>
          {head.map((title) => (
            <th scope="col">{title}</th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

/** Names and values in two columns. */
export function Facts({ rows }: { rows: readonly (readonly [name: string, value: ComponentChildren] | false | undefined)[] }) {
  return (
    <dl class="facts">
      {rows.map(
        (row) =>
          row && (
            <>
              <dt>{row[0]}</dt>
              <dd>{row[1]}</dd>
            </>
          ),
      )}
    </dl>
  );
}

export function CopyButton({ text, label = 'Copy' }: { text: string | (() => Promise<string>); label?: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await copyText(typeof text === 'string' ? text : await text());
    setCopied(true);
    toast(t('Copied'));
    setTimeout(() => setCopied(false), 1500);
  };
  return <Button kind="quiet" icon={copied ? 'check' : 'copy'} label={label} onClick={() => void copy()} />;
}

/** Also works over plain http, where pages have no clipboard API. */
async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return await navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}

/** A value with a button that copies it. */
export function Copyable({ text, label }: { text: string; label: string }) {
  return (
    <span class="copy-value">
      <code>{text}</code>
      <CopyButton text={text} label={label} />
    </span>
  );
}

/** Preformatted text with a copy button. */
export function Code({ text, label }: { text: string; label: string }) {
  return (
    <div class="code">
      <pre tabIndex={0} aria-label={label}>
        <code>{text}</code>
      </pre>
      <CopyButton text={text} label={t('Copy {label}', { label })} />
    </div>
  );
}

export function Kbd({ keys }: { keys: string }) {
  return (
    <>
      {keys.split(' ').map((key) => (
        <kbd>{key}</kbd>
      ))}
    </>
  );
}

/** A URL that leads to another one, replacing it in the history. */
export function Redirect({ to }: { to: string }) {
  useEffect(() => navigate(to, { replace: true }), [to]);
  return <Loading />;
}
