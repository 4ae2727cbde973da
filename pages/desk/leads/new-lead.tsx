import { useLayoutEffect, useRef } from "preact/hooks";
import { members, sources } from "../directory.ts";
import { Button, Dialog, errorOf, Field, WriteNotice } from "../parts.tsx";
import { t } from "../texts.ts";
import type { Draft } from "./new-lead-rules.ts";
import type { NewLead } from "./new-lead-state.ts";
import type { Shown } from "./rules.ts";
import { sourcesIn } from "./sources.ts";

type Name = keyof Draft;

const FIELDS = [
  "first_name",
  "last_name",
  "phone",
  "email",
  "source",
  "assignee_id",
] as const satisfies readonly Name[];

const INPUTS = {
  first_name: { required: true },
  last_name: { required: true },
  phone: { type: "tel" },
  email: { type: "text", inputMode: "email" },
} as const;

type DialogProps = { readonly newLead: NewLead; readonly shown: Shown };

export const NewLeadDialog = ({ newLead, shown }: DialogProps) => {
  const { draft, write, isUnsent, close, add, type } = newLead;
  const form = useRef<HTMLFormElement>(null);
  const texts = t().leads;
  const kind = write.state.value.kind;
  useLayoutEffect(() => {
    if (kind === "refused") form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [kind]);
  const submit = (event: Event) => {
    event.preventDefault();
    return add();
  };
  const field = (name: Name) => ({
    label: texts.fields[name],
    error: errorOf(write, name, texts.fields[name]),
  });
  const input = (name: keyof typeof INPUTS, hint?: string) => (
    <Field {...field(name)} hint={hint}>
      <input
        autocomplete="off"
        {...INPUTS[name]}
        value={draft.value[name]}
        onInput={(event) => type({ [name]: event.currentTarget.value })}
      />
    </Field>
  );
  const choice = (
    name: "source" | "assignee_id",
    none: string,
    options: readonly (readonly [string, string])[],
  ) => (
    <Field {...field(name)}>
      <select value={draft.value[name]} onChange={(event) => type({ [name]: event.currentTarget.value })}>
        <option value="">{none}</option>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </Field>
  );
  const active = (members.value ?? []).filter((member) => member.active);
  return (
    <Dialog title={texts.add} onClose={close} isUnsent={isUnsent}>
      <form ref={form} onSubmit={submit} noValidate>
        {input("first_name")}
        {input("last_name")}
        {input("phone", texts.oneOfBoth)}
        {input("email")}
        {choice("source", texts.byHand, sourcesIn(shown, sources.value))}
        {choice(
          "assignee_id",
          texts.nobody,
          active.map(({ id, name }) => [id, name]),
        )}
        <WriteNotice write={write} shown={FIELDS} />
        <p class="actions">
          <Button kind="primary" type="submit" busy={kind === "sending" || kind === "unknown"}>
            {texts.addIt}
          </Button>
        </p>
      </form>
    </Dialog>
  );
};
