/** Form fields with label, hint and error. */
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { isoTime } from './format.ts';
import { useForbidden, type Need } from './roles.ts';

interface FieldProps {
  label: string;
  hint?: ComponentChildren;
  error?: string;
  disabled?: boolean;
  required?: boolean;
  /** The role that its change needs, for a field that saves by itself; disabled, with the reason, for others. */ needs?: Need;
  /** The label is only read by screen readers. */ bare?: boolean;
}

function Field({ id, label, hint, error, bare, required, children }: FieldProps & { id: string; children: ComponentChildren }) {
  return (
    <div class="field">
      <label for={id} class={bare ? 'for-readers' : ''}>
        {label}
        {required && <span aria-hidden="true"> *</span>}
      </label>
      {children}
      {hint !== undefined && (
        <span class="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {error !== undefined && (
        <span class="error" id={`${id}-error`} role="alert">
          {error}
        </span>
      )}
    </div>
  );
}

/** Disabled, with the reason, for those who do not have the role. */
function useRole({ needs, disabled }: Pick<FieldProps, 'needs' | 'disabled'>): { disabled?: boolean; title?: string; 'data-needs'?: Need } {
  const forbidden = useForbidden(needs);
  return { disabled: disabled || forbidden !== undefined, title: forbidden, 'data-needs': needs };
}

function useAttributes(id: string, { hint, error, required, ...access }: FieldProps): object {
  const role = useRole(access);
  const by = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(Boolean).join(' ');
  return {
    id,
    class: 'input',
    ...role,
    'aria-required': required,
    'aria-invalid': error !== undefined,
    ...(by !== '' && { 'aria-describedby': by }),
  };
}

interface FieldOf<T> extends FieldProps {
  value: T;
  onInput: (value: T) => void;
  placeholder?: string;
  autoFocus?: boolean;
}

export interface TextFieldProps extends FieldOf<string> {
  type?: 'text' | 'password' | 'search' | 'url';
  autoComplete?: string;
  maxLength?: number;
  onEnter?: () => void;
}

export function TextField({ value, onInput, type = 'text', autoComplete = 'off', onEnter, ...common }: TextFieldProps) {
  const id = useId();
  const { placeholder, autoFocus, maxLength } = common;
  return (
    <Field id={id} {...common}>
      <input
        {...useAttributes(id, common)}
        type={type as 'text'}
        value={value}
        placeholder={placeholder}
        autoFocus={autoFocus}
        autoComplete={autoComplete}
        maxLength={maxLength}
        spellcheck={false}
        onInput={(event) => onInput(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && onEnter?.()}
      />
    </Field>
  );
}

interface NumberFieldProps extends FieldOf<number | undefined> {
  min?: number;
  max?: number;
  step?: number | 'any';
}

/** A number, or nothing. */
export function NumberField({ value, onInput, min, max, step, placeholder, ...common }: NumberFieldProps) {
  const id = useId();
  return (
    <Field id={id} {...common}>
      <input
        {...useAttributes(id, common)}
        type="number"
        value={value ?? ''}
        min={min}
        max={max}
        step={step}
        placeholder={placeholder}
        onInput={(event) => onInput(Number.isNaN(event.currentTarget.valueAsNumber) ? undefined : event.currentTarget.valueAsNumber)}
      />
    </Field>
  );
}

interface TextAreaProps extends FieldOf<string> {
  rows?: number;
  code?: boolean;
  /** With Ctrl+Enter. */ onEnter?: () => void;
}

export function TextArea({ value, onInput, rows = 4, code = false, placeholder, autoFocus, onEnter, ...common }: TextAreaProps) {
  const id = useId();
  return (
    <Field id={id} {...common}>
      <textarea
        {...useAttributes(id, common)}
        class={`input ${code ? 'code' : ''}`}
        rows={rows}
        value={value}
        placeholder={placeholder}
        spellcheck={!code}
        autoFocus={autoFocus}
        onInput={(event) => onInput(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !onEnter) return;
          event.preventDefault();
          onEnter();
        }}
      />
    </Field>
  );
}

export type Option = string | { value: string; label: string };

export function SelectField({ value, onInput, options, ...common }: FieldOf<string> & { options: readonly Option[] }) {
  const id = useId();
  return (
    <Field id={id} {...common}>
      <select {...useAttributes(id, common)} value={value} onInput={(event) => onInput(event.currentTarget.value)}>
        {options.map((option) =>
          typeof option === 'string' ? <option value={option}>{option}</option> : <option value={option.value}>{option.label}</option>,
        )}
      </select>
    </Field>
  );
}

export function CheckField({ value, onInput, label, hint, ...access }: Omit<FieldOf<boolean>, 'error' | 'required' | 'bare'>) {
  const id = useId();
  return (
    <div class="check">
      <input
        id={id}
        type="checkbox"
        checked={value}
        {...useRole(access)}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onInput={(event) => onInput(event.currentTarget.checked)}
      />
      <div>
        <label for={id}>{label}</label>
        {hint !== undefined && (
          <div class="hint soft small" id={`${id}-hint`}>
            {hint}
          </div>
        )}
      </div>
    </div>
  );
}

interface RangeFieldProps extends FieldOf<number> {
  min: number;
  max: number;
  step: number;
  show?: (value: number) => string;
}

/** A slider with its value beside it. */
export function RangeField({ value, onInput, min, max, step, show = String, ...common }: RangeFieldProps) {
  const id = useId();
  return (
    <Field id={id} {...common}>
      <div class="range">
        <input
          {...useAttributes(id, common)}
          class=""
          type="range"
          min={min}
          max={max}
          step={step}
          value={value}
          aria-valuetext={show(value)}
          onInput={(event) => onInput(event.currentTarget.valueAsNumber)}
        />
        <output for={id}>{show(value)}</output>
      </div>
    </Field>
  );
}

/** A date and time or nothing, in local time; `value` and `onInput` use ISO 8601. */
export function TimeField({ value, onInput, ...common }: FieldOf<string>) {
  const id = useId();
  return (
    <Field id={id} {...common}>
      <input
        {...useAttributes(id, common)}
        type="datetime-local"
        step={1}
        value={value === '' ? '' : isoTime(value).replace(' ', 'T')}
        onInput={(event) => {
          const at = new Date(event.currentTarget.value);
          onInput(Number.isNaN(at.getTime()) ? '' : at.toISOString());
        }}
      />
    </Field>
  );
}

/** A form that is submitted with Enter and with its button. */
export function Form({ onSubmit, children, class: more = 'stack' }: { onSubmit: () => void; children: ComponentChildren; class?: string }) {
  return (
    <form
      class={more}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}
