import { useRef } from "preact/hooks";
import type { Lead } from "../../../client/src/generated.ts";
import { choosePlural, fill } from "../../shared/fill.ts";
import { firm, members } from "../directory.ts";
import { Button, errorOf, Field, Notice, Panel, WriteNotice } from "../parts.tsx";
import { can } from "../session.ts";
import { LOCALE, t } from "../texts.ts";
import { Contested } from "./contested.tsx";
import { fieldsIn, shownText, stateOf, withEdit } from "./edit-rules.ts";
import { type Control, groupsOf } from "./fields.ts";
import { shownValue } from "./history-rules.ts";
import { wordsOf } from "./news.ts";
import type { LeadState } from "./state.ts";
import { save, setArchived } from "./writes.ts";

type Props = { readonly state: LeadState; readonly lead: Lead };
type FieldProps = Props & { readonly control: Control };

const LINE_CHARACTERS = 20;
const ROWS_MAXIMUM = 10;

/** Returns the rows that a text takes, about. */
const rowsOf = (text: string): number =>
  Math.min(
    ROWS_MAXIMUM,
    text.split("\n").reduce((rows, line) => rows + Math.ceil((line.length + 1) / LINE_CHARACTERS), 0),
  );

const INPUTS = {
  line: { type: "text" },
  email: { type: "text", inputMode: "email" },
  tel: { type: "tel" },
  date: { type: "date" },
  // A number is typed as text, which stays when it is none.
  number: { type: "text", inputMode: "decimal" },
} as const;

const controlOf = ({ type, options }: Control, text: string, onText: (text: string) => void) => {
  const given = {
    value: text,
    autocomplete: "off",
    onInput: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      onText(currentTarget.value),
  } as const;
  if (type === "text") return <textarea rows={rowsOf(text)} {...given} />;
  if (type !== "select" && type !== "boolean") return <input {...INPUTS[type]} {...given} />;
  return (
    <select {...given}>
      {options.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
};

const LeadField = ({ state, lead, control }: FieldProps) => {
  const { name, label } = control;
  const edits = state.edits.value;
  const kind = stateOf(edits, lead, name);
  const edit = (text: string) => {
    state.edits.value = withEdit(state.edits.peek(), state.lead.peek() ?? lead, name, text);
  };
  return (
    <>
      <Field label={label} error={errorOf(state.writes.save, name, label)} changed={kind !== "same"}>
        {controlOf(control, shownText(lead, edits, name), edit)}
      </Field>
      {kind === "contested" && <Contested state={state} lead={lead} control={control} />}
    </>
  );
};

const SaveBar = ({ state, lead }: Props) => {
  const texts = t().lead;
  const edits = state.edits.value;
  if (!state.isUnsent.value) return null;
  const count = [...fieldsIn(edits, lead, "changed"), ...fieldsIn(edits, lead, "contested")].length;
  const undo = ({ target }: MouseEvent) => {
    state.edits.value = {};
    state.writes.save.reset();
    if (target instanceof Element) target.closest("form")?.focus();
  };
  return (
    <div class="actions lead-save">
      <Button
        type="submit"
        kind="primary"
        busy={state.writes.save.state.value.kind === "sending"}
        inert={state.isBusy.value}
      >
        {fill(choosePlural(texts.save, count, LOCALE), { count: String(count) })}
      </Button>
      <Button kind="quiet" inert={state.isBusy.value} onClick={undo}>
        {texts.undo}
      </Button>
    </div>
  );
};

export const Details = ({ state, lead }: Props) => {
  const texts = t().lead;
  const form = useRef<HTMLFormElement>(null);
  if (firm.value === null) return null;
  const groups = groupsOf(lead, { firm: firm.value, members: members.value ?? [], texts });
  const submit = async (event: Event) => {
    event.preventDefault();
    if (state.isBusy.peek()) return;
    await save(state);
    const unsettled = form.current?.querySelector<HTMLElement>(".lead-contested button, [aria-invalid=true]");
    if (unsettled) unsettled.focus();
    else if (document.activeElement === document.body) form.current?.focus();
  };
  if (!can("leads:write")) return <Facts state={state} lead={lead} groups={groups} />;
  return (
    <Panel title={texts.details}>
      <form ref={form} class="lead-form" tabIndex={-1} onSubmit={submit} noValidate>
        {groups.map(({ title, controls }) => (
          <fieldset key={title}>
            <legend class="unseen">{title}</legend>
            {controls.map((control) => (
              <LeadField key={control.name} state={state} lead={lead} control={control} />
            ))}
          </fieldset>
        ))}
        <WriteNotice
          write={state.writes.save}
          shown={groups.flatMap(({ controls }) => controls.map(({ name }) => name))}
        />
        {state.isUnread.value && <Notice kind="danger">{texts.notSent}</Notice>}
        <SaveBar state={state} lead={lead} />
      </form>
      <WriteNotice write={state.writes.archive} />
      <div class="actions lead-rare">
        <Button kind="quiet" inert={state.isBusy.value} onClick={() => setArchived(state, !lead.archived)}>
          {lead.archived ? texts.unarchive : texts.archive}
        </Button>
      </div>
    </Panel>
  );
};

/** The same for whoever may change nothing. */
const Facts = ({ state, lead, groups }: Props & { readonly groups: ReturnType<typeof groupsOf> }) => {
  const words = wordsOf(state);
  return (
    <Panel title={t().lead.details}>
      <dl class="lead-facts">
        {groups.flatMap(({ controls }) =>
          controls.map(({ name, label }) => (
            <div key={name}>
              <dt>{label}</dt>
              <dd>{shownValue(lead, name, words)}</dd>
            </div>
          )),
        )}
      </dl>
    </Panel>
  );
};
