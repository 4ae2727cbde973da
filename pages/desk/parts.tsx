import { type Signal, useSignal } from "@preact/signals";
import { type ComponentChildren, cloneElement, type VNode } from "preact";
import { useEffect, useId, useLayoutEffect, useRef } from "preact/hooks";
import type { IntakeApiError } from "../../client/src/index.ts";
import { fill } from "../shared/fill.ts";
import { guardUnsent } from "./address.ts";
import { now } from "./fresh.ts";
import type { Write, WriteState } from "./requests.ts";
import { t } from "./texts.ts";
import { secondsText } from "./words.ts";

type Children = { readonly children?: ComponentChildren };

/** The heading of a view. It gets the focus when the view or the record changes, but not when the page opens. */
export const ViewHeading = ({ children, of = "" }: Children & { readonly of?: string }) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (hasMoved) heading.current?.focus();
    hasMoved = true;
  }, [of]);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
};

let hasMoved = false;

type ButtonProps = Children & {
  readonly kind?: "primary" | "plain" | "quiet" | "danger";
  /** True while what it did is not answered. */
  readonly busy?: boolean;
  /** True if it can do nothing now. It stays focusable, so that the focus is not lost. */
  readonly inert?: boolean;
  readonly label?: string;
  readonly type?: "button" | "submit";
  readonly onClick?: (event: MouseEvent) => unknown;
};

export const Button = ({
  kind = "plain",
  busy,
  inert,
  label,
  type = "button",
  onClick,
  children,
}: ButtonProps) => {
  const isInert = busy || inert || false;
  const press = (event: MouseEvent) => (isInert ? event.preventDefault() : onClick?.(event));
  return (
    <button type={type} class={`button ${kind}`} aria-disabled={isInert} aria-label={label} onClick={press}>
      {busy ? t().parts.working : children}
    </button>
  );
};

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

export const classes = (names: Readonly<Record<string, unknown>>): string =>
  Object.keys(names)
    .filter((name) => names[name])
    .join(" ");

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

/** Says that something could not be read, where it would stand. */
export const Unread = ({ text, onRetry }: { readonly text: string; readonly onRetry: () => unknown }) => (
  <Notice kind="warn">
    <p role="alert">{text}</p>
    <Button onClick={onRetry}>{t().parts.tryAgain}</Button>
  </Notice>
);

export const Notice = ({ kind, children }: Children & { readonly kind: "accent" | "warn" | "danger" }) => (
  <div class={`notice ${kind}`}>{children}</div>
);

/** Moves the focus to a control, or to the first one in an element. */
const focusIn = (element: Element | null | undefined) => {
  const controls = "input, select, textarea, button";
  const control = element?.matches(controls) ? element : element?.querySelector(controls);
  if (control instanceof HTMLElement) control.focus();
};

type BothProps = Children & {
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

/** Says that a script could not be loaded. */
export const NotLoaded = () => (
  <Notice kind="warn">
    <p role="alert">{t().frame.notLoaded}</p>
    <Button onClick={() => location.reload()}>{t().frame.reload}</Button>
  </Notice>
);

export const Tag = ({
  kind = "plain",
  children,
}: Children & { readonly kind?: "plain" | "accent" | "warn" | "danger" }) => (
  <span class={`tag ${kind}`}>{children}</span>
);

export const Panel = ({
  title,
  action,
  children,
}: Children & { readonly title: string; readonly action?: ComponentChildren }) => {
  const id = useId();
  return (
    <section class="panel" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {action}
      </header>
      <div class="body">{children}</div>
    </section>
  );
};

/** What stands where nothing is: a sentence, a fact, and at most one button. */
export const Empty = ({
  title,
  fact,
  children,
}: Children & { readonly title: string; readonly fact?: string }) => (
  <div class="empty">
    <p class="serif">{title}</p>
    {fact && <p class="meta">{fact}</p>}
    {children}
  </div>
);

/** Gives the focus back to where it was; to the view's heading if that is gone with what the dialog did. */
const giveBackFocus = (before: Element | null) => {
  const target = before?.isConnected ? before : document.querySelector("h1");
  if (document.activeElement === document.body && target instanceof HTMLElement) target.focus();
};

type DialogProps = Children & {
  readonly title: string;
  readonly onClose: () => void;
  /** Returns true if closing would drop something typed. */
  readonly isUnsent?: () => boolean;
};

/** A dialog over the page. The browser keeps the focus inside. */
export const Dialog = ({ title, onClose, isUnsent = () => false, children }: DialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => queueMicrotask(() => giveBackFocus(before));
  }, []);
  useEffect(() => guardUnsent(isUnsent), [isUnsent]);
  const close = (event?: Event) => {
    event?.preventDefault();
    if (!isUnsent() || confirm(t().parts.discard)) onClose();
  };
  return (
    <dialog ref={dialog} aria-labelledby={id} onCancel={close}>
      <header>
        <h2 id={id}>{title}</h2>
        <Button kind="quiet" onClick={close}>
          {t().parts.close}
        </Button>
      </header>
      {children}
    </dialog>
  );
};

type SegmentsProps<Value extends string> = {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly (readonly [value: Value, label: string])[];
  readonly onChange: (value: Value) => void;
};

/** A choice between few words that stand side by side. */
export const Segments = <Value extends string>({ label, value, options, onChange }: SegmentsProps<Value>) => {
  const name = useId();
  return (
    <fieldset class="segments">
      <legend class="unseen">{label}</legend>
      {options.map(([each, text]) => (
        <label key={each}>
          <input type="radio" name={name} checked={each === value} onChange={() => onChange(each)} />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  );
};

/** Copies a text, and says so. */
export const CopyButton = ({
  text,
  kind = "plain",
}: {
  readonly text: string;
  readonly kind?: "primary" | "plain";
}) => {
  const isCopied = useSignal(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    isCopied.value = true;
    announce(t().parts.copied);
  };
  return (
    <Button kind={kind} onClick={copy}>
      {isCopied.value ? t().parts.copied : t().parts.copy}
    </Button>
  );
};

/** Returns the sentence of a refusal for a field, `Email must be an email address.` */
export const sentenceOf = (error: IntakeApiError, field: string, label: string): string | undefined => {
  const details = error.details?.filter((detail) => detail.field === field) ?? [];
  return details.length > 0 ? details.map(({ message }) => `${label} ${message}.`).join(" ") : undefined;
};

/** A write, as far as it is shown. */
export type Shown = Pick<Write<unknown>, "state" | "isBusy">;

/** Returns why a write was refused at a field, if it was. */
export const errorOf = ({ state }: Shown, field: string, label: string): string | undefined =>
  state.value.kind === "refused" ? sentenceOf(state.value.error, field, label) : undefined;

/** Returns the API's words for a refusal: its details, which say more, or its message. */
export const reasonOf = (error: IntakeApiError): string =>
  error.details?.map(({ field, message }) => `${field} ${message}.`).join(" ") || error.apiMessage;

type WriteNoticeProps = {
  readonly write: Shown;
  /** The fields that have a sentence of their own. */
  readonly shown?: readonly string[];
};

/** Says what became of a write that is not done, or not known to be. */
export const WriteNotice = ({ write, shown = [] }: WriteNoticeProps) => {
  const state = write.state.value;
  if (state.kind === "refused") return <Refusal error={state.error} shown={shown} />;
  const told = toldOf(state);
  if (told === null) return null;
  return (
    <Notice kind={state.kind === "notDone" ? "danger" : "warn"}>
      <p role="alert">{told}</p>
      {state.kind === "notDone" && state.requestId && (
        <p class="meta">{fill(t().parts.request, { id: state.requestId })}</p>
      )}
    </Notice>
  );
};

/** Returns what is to be said of a state that is no refusal; null if there is nothing. */
const toldOf = (state: WriteState): string | null => {
  const texts = t().parts;
  switch (state.kind) {
    case "offline":
      return texts.offline;
    case "unknown":
      return fill(texts.unknown, { what: state.what, seconds: secondsText(now.value - state.sinceMs) });
    case "lost":
      return fill(texts.unknownSecret, { what: state.what });
    case "notDone":
      return fill(texts.notDone, { what: state.what });
    default:
      return null;
  }
};

const Refusal = ({ error, shown }: { readonly error: IntakeApiError; readonly shown: readonly string[] }) =>
  error.details?.every(({ field }) => shown.includes(field)) ? null : (
    <Notice kind="danger">
      <p role="alert">{fill(t().parts.refused, { reason: reasonOf(error) })}</p>
    </Notice>
  );

/** Says a sentence to people who do not see the page, without moving the focus. */
export const announce = (sentence: string): void => {
  const status = document.getElementById("status");
  if (status) status.textContent = sentence;
};
