import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { fill } from "../shared/fill.ts";
import { Both, Field, type Option, Select } from "./controls.tsx";
import type { TextField } from "./draft.ts";
import type { Form } from "./form.ts";
import { Button, Notice } from "./parts.tsx";
import { t } from "./texts.ts";
import { errorOf, type Shown, WriteNotice } from "./write-notice.tsx";

/** How a text is asked for. */
type Asked = {
  readonly label: string;
  readonly hint?: string | undefined;
  /** The name that refusals have for it, if it is another one. */
  readonly api?: string;
  readonly options?: readonly Option[];
  /** The keyboard of a phone. */
  readonly mode?: "email" | "tel" | "url";
  /** The step of a number. */
  readonly step?: string;
  readonly isRequired?: boolean;
  /** True for a text of several lines. */
  readonly isLong?: boolean;
};

type SheetProps<Values extends object> = {
  readonly form: Form<Values>;
  readonly fields: Readonly<Partial<Record<TextField<Values>, Asked>>>;
  readonly submit?: string | undefined;
  /** True for a button that stands back. */
  readonly isMinor?: boolean;
  /** The list among the fields whose refusals stand beside its rows. */
  readonly list?: string;
  readonly children?: ComponentChildren;
};

/** The fields of a form with its button, and what became of the last try. */
export const Sheet = <Values extends object>({
  form,
  fields,
  submit,
  isMinor,
  list,
  children,
}: SheetProps<Values>) => {
  const { kind } = form.write.state.value;
  const names = keysOf(fields);
  const apiNames = names.map((name) => fields[name]?.api ?? name);
  const shown = violationsOf(form.write)
    .map(({ field }) => field)
    .filter((field) => apiNames.includes(field) || (list !== undefined && field.startsWith(list)));
  const root = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    if (kind === "refused") root.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [kind]);
  const send = (event: Event) => {
    event.preventDefault();
    return form.save();
  };
  return (
    <form ref={root} class="sheet" onSubmit={send}>
      <div class="sheet-fields">
        {names.map((name) => (
          <Asking key={name} form={form} field={name} asked={fields[name]} />
        ))}
      </div>
      {children}
      {!form.isComparing && <WriteNotice write={form.write} shown={shown} />}
      {form.isUnread && (
        <Notice kind="danger">
          <p role="alert">{t().lead.notSent}</p>
        </Notice>
      )}
      <div class="actions">
        <Button
          kind={isMinor ? "plain" : "primary"}
          type="submit"
          busy={form.write.isBusy.value || form.isComparing}
          inert={form.both.length > 0}
        >
          {submit ?? t().setup.save}
        </Button>
      </div>
    </form>
  );
};

const keysOf = <Key extends string>(record: Readonly<Partial<Record<Key, unknown>>>): Key[] => {
  const keys: Key[] = [];
  for (const key in record) keys.push(key);
  return keys;
};

const violationsOf = ({ state }: Shown) =>
  state.value.kind === "refused" ? (state.value.error.details ?? []) : [];

type AskingProps<Values extends object> = {
  readonly form: Form<Values>;
  readonly field: TextField<Values>;
  readonly asked: Asked | undefined;
};

const Asking = <Values extends object>({ form, field, asked }: AskingProps<Values>) => {
  if (!asked) return null;
  const { label, hint, api = field } = asked;
  const type = (text: string) => form.type(field, text);
  const words = (text: string) => asked.options?.find(([value]) => value === text)?.[1] ?? text;
  return (
    <div>
      <Field
        label={label}
        hint={hint}
        error={errorOf(form.write, api, label)}
        changed={field in form.changes}
      >
        <Control value={String(form.values[field])} asked={asked} onType={type} />
      </Field>
      <BothIn form={form} field={field} label={label} theirs={words(String(form.theirs[field]))} />
    </div>
  );
};

type ControlProps = {
  readonly value: string;
  readonly asked: Asked;
  readonly onType: (text: string) => void;
};

/** The control of a field, whose id and description it takes. */
const Control = ({
  value,
  asked: { options, mode, step, isRequired, isLong },
  onType,
  ...named
}: ControlProps) => {
  if (options) return <Select value={value} options={options} onChoose={onType} {...named} />;
  const shared = { value, onInput: (event: Typed) => onType(event.currentTarget.value), ...named };
  if (isLong) return <textarea rows={4} {...shared} />;
  return step ? (
    <input type="number" min="0" step={step} {...shared} />
  ) : (
    <input autocomplete="off" inputMode={mode} required={isRequired} {...shared} />
  );
};

type Typed = { readonly currentTarget: { readonly value: string } };

type BothProps<Values extends object> = {
  readonly form: Form<Values>;
  readonly field: keyof Values;
  readonly label: string;
  readonly theirs: string;
};

/** The value that somebody else gave a field of the form, if both have changed it. */
export const BothIn = <Values extends object>({ form, field, label, theirs }: BothProps<Values>) =>
  form.both.includes(field) ? (
    <Both label={label} onChoose={(isMine) => form.settle(field, isMine)}>
      {fill(t().setup.both, { theirs: theirs || t().setup.empty })}
    </Both>
  ) : null;

type CheckProps<Values extends object> = Omit<BothProps<Values>, "theirs"> & {
  readonly isChecked: boolean;
  readonly onCheck: (isChecked: boolean) => void;
};

export const Check = <Values extends object>({ isChecked, onCheck, ...rest }: CheckProps<Values>) => (
  <>
    <label class="check">
      <input type="checkbox" checked={isChecked} onChange={() => onCheck(!isChecked)} />
      {rest.label}
    </label>
    <BothIn {...rest} theirs={isChecked ? t().setup.no : t().setup.yes} />
  </>
);

type RowsProps<Row, Values extends object> = {
  readonly form: Form<Values>;
  readonly legend: string;
  readonly rows: readonly Row[];
  readonly onChange: (rows: readonly Row[]) => void;
  readonly blank: Row;
  readonly add: string;
  readonly draw: (row: Row, set: (part: Partial<Row>) => void, number: string) => ComponentChildren;
  /** The list in refusals, and the row that one of its fields is about; null for the whole list. */
  readonly list: string;
  readonly rowOf: (field: string) => number | null;
};

/** A list of rows that are typed in place. */
export const Rows = <Row, Values extends object>(props: RowsProps<Row, Values>) => {
  const { form, legend, rows, onChange, blank, add, draw, list, rowOf } = props;
  const texts = t().setup;
  const row = (index: number) => fill(texts.row, { number: String(index + 1) });
  const refusals = violationsOf(form.write).filter(({ field }) => field.startsWith(list));
  return (
    <fieldset class="sheet-rows">
      <legend>{legend}</legend>
      {rows.map((each, index) => (
        <div key={index} class="sheet-row">
          {draw(
            each,
            (part) => onChange(rows.map((other, at) => (at === index ? { ...other, ...part } : other))),
            row(index),
          )}
          <Button
            kind="quiet"
            label={`${texts.remove}: ${row(index)}`}
            onClick={() => onChange(rows.filter((_, other) => other !== index))}
          >
            {texts.remove}
          </Button>
        </div>
      ))}
      {refusals.map(({ field, message }) => {
        const index = rowOf(field);
        return (
          <p key={field} class="error" role="alert">
            {`${index === null ? legend : row(index)} ${message}.`}
          </p>
        );
      })}
      <Button kind="quiet" onClick={() => onChange([...rows, blank])}>
        {add}
      </Button>
    </fieldset>
  );
};

type EntryProps = { readonly name: string; readonly meta: string; readonly children?: ComponentChildren };

/** An entry of a list, with what can be done with it. */
export const Entry = ({ name, meta, children }: EntryProps) => (
  <li>
    <span>
      <strong>{name}</strong> <span class="meta">{meta}</span>
    </span>
    <span class="actions">{children}</span>
  </li>
);
