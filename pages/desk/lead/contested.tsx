import type { Lead } from "../../../client/src/generated.ts";
import { fillParts } from "../../shared/fill.ts";
import { clockTime } from "../dates.ts";
import { actorName } from "../directory.ts";
import { Button } from "../parts.tsx";
import { t } from "../texts.ts";
import { fieldsIn, insistOn, withoutEdit } from "./edit-rules.ts";
import type { Control } from "./fields.ts";
import { capital, lastChangeOf, shownValue } from "./history-rules.ts";
import { wordsOf } from "./news.ts";
import type { LeadState } from "./state.ts";
import { save } from "./writes.ts";

type FieldProps = { readonly state: LeadState; readonly lead: Lead; readonly control: Control };

/** Moves the focus from a button that vanishes to the control above it. */
const focusControl = (button: EventTarget | null) => {
  const group = button instanceof Element ? button.closest(".lead-contested") : null;
  group?.previousElementSibling?.querySelector<HTMLElement>("input, select, textarea")?.focus();
};

/** Both values of a field that somebody else has changed too. */
export const Contested = ({ state, lead, control: { name, label } }: FieldProps) => {
  const texts = t().lead;
  const words = wordsOf(state);
  const value = <b>{shownValue(lead, name, words)}</b>;
  const event = lastChangeOf(state.lists.history.items.value ?? [], lead, name);
  const who = event && { actor: capital(actorName(event.actor)), time: clockTime(event.created_at) };
  const choose = (edits: typeof state.edits.value, { target }: MouseEvent) => {
    state.edits.value = edits;
    focusControl(target);
  };
  const insist = (event: MouseEvent) => {
    choose(insistOn(state.edits.peek(), lead, name), event);
    if (fieldsIn(state.edits.peek(), lead, "contested").length === 0) return save(state);
  };
  return (
    <fieldset class="lead-contested">
      <legend class="unseen">{label}</legend>
      <p>
        {who
          ? fillParts<typeof value | string>(texts.theirs, { ...who, value })
          : fillParts(texts.theirsUnnamed, { value })}
      </p>
      <div class="actions">
        <Button
          inert={state.isBusy.value}
          onClick={(event) => choose(withoutEdit(state.edits.peek(), name), event)}
        >
          {texts.takeTheirs}
        </Button>
        <Button inert={state.isBusy.value} onClick={insist}>
          {texts.sendMine}
        </Button>
      </div>
    </fieldset>
  );
};
