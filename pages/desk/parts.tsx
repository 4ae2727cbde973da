import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useId, useLayoutEffect, useRef } from "preact/hooks";
import { guardUnsent } from "./address.ts";
import { t } from "./texts.ts";

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

export const classes = (names: Readonly<Record<string, unknown>>): string =>
  Object.keys(names)
    .filter((name) => names[name])
    .join(" ");

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

/** Says a sentence to people who do not see the page, without moving the focus. */
export const announce = (sentence: string): void => {
  const status = document.getElementById("status");
  if (status) status.textContent = sentence;
};
