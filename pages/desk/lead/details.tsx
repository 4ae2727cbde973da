import { useRef } from "preact/hooks";
import type { Lead } from "../../../client/src/generated.ts";
import { fillParts } from "../../shared/fill.ts";
import { Both, Field, Select } from "../controls.tsx";
import { clockTime } from "../dates.ts";
import { actorName, firm, firmZone, members } from "../directory.ts";
import { sendMine, takeTheirs, typedOver } from "../draft.ts";
import { Button, Notice, Panel } from "../parts.tsx";
import { can } from "../session.ts";
import { t } from "../texts.ts";
import { counted } from "../words.ts";
import { errorOf, WriteNotice } from "../write-notice.tsx";
import { type Control, groupsOf } from "./fields.ts";
import { capital, lastChangeOf, shownValue } from "./history-rules.ts";
import { instantOf, localText } from "./local-time.ts";
import { wordsOf } from "./news.ts";
import { type LeadState, UNTOUCHED } from "./state.ts";
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
  if (type === "select" || type === "boolean")
    return <Select value={text} options={options} onChoose={onText} />;
  if (type === "instant") return controlOfInstant(text, onText);
  const given = {
    value: text,
    autocomplete: "off",
    onInput: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      onText(currentTarget.value),
  } as const;
  return type === "text" ? (
    <textarea rows={rowsOf(text)} {...given} />
  ) : (
    <input {...INPUTS[type]} {...given} />
  );
};

/** A date and time on the firm's clock. */
const controlOfInstant = (instant: string, onInstant: (instant: string) => void) => (
  <input
    type="datetime-local"
    value={localText(instant, firmZone())}
    onInput={({ currentTarget }) => onInstant(instantOf(currentTarget.value, firmZone()))}
  />
);

const LeadField = ({ state, lead, control }: FieldProps) => {
  const { name, label } = control;
  const { draft, stored, changes, both } = state;
  const edit = (text: string) => {
    draft.value = typedOver(draft.peek(), stored.peek(), { [name]: text });
  };
  const settle = (isMine: boolean) => {
    draft.value = isMine ? sendMine(draft.peek(), stored.peek(), name) : takeTheirs(draft.peek(), name);
    if (isMine && both.peek().length === 0) return save(state);
  };
  const text = draft.value.typed[name] ?? stored.value[name] ?? "";
  return (
    <>
      <Field label={label} error={errorOf(state.writes.save, name, label)} changed={name in changes.value}>
        {controlOf(control, text, edit)}
      </Field>
      {both.value.includes(name) && (
        <Both label={label} inert={state.isBusy.value} onChoose={settle}>
          <Theirs state={state} lead={lead} name={name} />
        </Both>
      )}
    </>
  );
};

/** Who has changed a field, to what and when, as far as the history tells. */
const Theirs = ({ state, lead, name }: Props & { readonly name: string }) => {
  const { theirs, theirsUnnamed } = t().lead;
  const value = <b>{shownValue(lead, name, wordsOf(state))}</b>;
  const event = lastChangeOf(state.lists.history.items.value ?? [], lead, name);
  if (!event) return <>{fillParts(theirsUnnamed, { value })}</>;
  const who = { actor: capital(actorName(event.actor)), time: clockTime(event.created_at) };
  return <>{fillParts<typeof value | string>(theirs, { ...who, value })}</>;
};

const SaveBar = ({ state }: { readonly state: LeadState }) => {
  const texts = t().lead;
  if (!state.isUnsent.value) return null;
  const count = Object.keys(state.changes.value).length;
  const undo = ({ target }: MouseEvent) => {
    state.draft.value = UNTOUCHED;
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
        {counted(texts.save, count)}
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
    const unsettled = form.current?.querySelector<HTMLElement>(".both button, [aria-invalid=true]");
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
        <SaveBar state={state} />
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
