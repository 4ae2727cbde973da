import type { Signal } from "@preact/signals";
import { type ComponentChildren, cloneElement, type VNode } from "preact";
import { useId, useRef } from "preact/hooks";
import { Button, classes } from "./parts.tsx";
import { t } from "./texts.ts";

type FieldProps = {
  readonly label: string;
  readonly hint?: string | undefined;
  /** Why the value was refused, a sentence. */
  readonly error?: string | undefined;
  readonly changed?: boolean;
  /** An input, a select or a textarea. */
  readonly children: VNode<object>;
};

const Remark = ({
  id,
  kind,
  text,
}: {
  readonly id: string;
  readonly kind: string;
  readonly text?: string | undefined;
}) =>
  text ? (
    <p id={`${id}-${kind}`} class={kind}>
      {text}
    </p>
  ) : null;

/** A label with its control, the hint and the refusal below. */
export const Field = ({ label, hint, error, changed, children }: FieldProps) => {
  const id = useId();
  const described = classes({ [`${id}-hint`]: hint, [`${id}-error`]: error });
  const isInvalid = error !== undefined;
  return (
    <div class={classes({ field: true, changed, refused: isInvalid })}>
      <label for={id}>
        {label}
        {changed && <span class="mark"> {t().parts.changed}</span>}
      </label>
      <div>
        {cloneElement(children, {
          id,
          "aria-describedby": described || undefined,
          "aria-invalid": isInvalid,
        })}
        <Remark id={id} kind="hint" text={hint} />
        <Remark id={id} kind="error" text={error} />
      </div>
    </div>
  );
};

export type Option = readonly [value: string, label: string];

/** Ties a control to a text. */
export const typing = (text: Signal<string>) => ({
  value: text.value,
  onInput: (event: { readonly currentTarget: { readonly value: string } }) => {
    text.value = event.currentTarget.value;
  },
});

type SelectProps = {
  readonly value: string;
  readonly options: readonly Option[];
  readonly onChoose: (value: string) => void;
  /** Its name, where no field names it. */
  readonly name?: string | undefined;
  readonly class?: string;
};

export const Select = ({ value, options, onChoose, name, ...named }: SelectProps) => (
  <select aria-label={name} onChange={(event) => onChoose(event.currentTarget.value)} {...named}>
    {options.map(([each, label]) => (
      <option key={each} value={each} selected={each === value}>
        {label}
      </option>
    ))}
  </select>
);

/** Moves the focus to a control, or to the first one in an element. */
const focusIn = (element: Element | null | undefined) => {
  const controls = "input, select, textarea, button";
  const control = element?.matches(controls) ? element : element?.querySelector(controls);
  if (control instanceof HTMLElement) control.focus();
};

type BothProps = {
  readonly children: ComponentChildren;
  readonly label: string;
  readonly inert?: boolean;
  readonly onChoose: (isMine: boolean) => unknown;
};

/** What somebody else gave a field that was changed here too: mine is sent only when it is chosen. */
export const Both = ({ label, inert = false, onChoose, children }: BothProps) => {
  const group = useRef<HTMLFieldSetElement>(null);
  const choice = (text: string, isMine: boolean) => {
    const choose = () => {
      onChoose(isMine);
      // The button vanishes with what was chosen.
      focusIn(group.current?.previousElementSibling);
    };
    return (
      <Button inert={inert} onClick={choose}>
        {text}
      </Button>
    );
  };
  return (
    <fieldset ref={group} class="notice warn both">
      <legend class="unseen">{label}</legend>
      <p role="alert">{children}</p>
      <div class="actions">
        {choice(t().parts.takeTheirs, false)}
        {choice(t().parts.sendMine, true)}
      </div>
    </fieldset>
  );
};
