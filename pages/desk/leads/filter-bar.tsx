import { useEffect } from "preact/hooks";
import { Select, typing } from "../controls.tsx";
import { firm, members, sources } from "../directory.ts";
import { can } from "../session.ts";
import { t } from "../texts.ts";
import type { ConflictState, Filters } from "./filters.ts";
import { sourcesIn } from "./sources.ts";
import type { OfState } from "./state.ts";

const PAUSE_MILLISECONDS = 300;

/** Searches when the typing pauses, or at once on Enter. */
const Search = ({ state }: OfState) => {
  const { typed } = state;
  const search = () => {
    const next = typed.peek().trim();
    if (next !== state.filters.peek().text) state.filter({ text: next });
  };
  useEffect(() => {
    const timer = setTimeout(search, PAUSE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [typed.value]);
  return (
    <input
      type="search"
      aria-label={t().leads.search}
      placeholder={t().leads.search}
      {...typing(typed)}
      onKeyDown={({ key }) => key === "Enter" && search()}
    />
  );
};

const Check = ({ state, of }: OfState & { readonly of: "isAwaiting" | "isArchived" }) => {
  const isChecked = state.filters.value[of];
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={isChecked}
        onChange={() => state.filter({ [of]: !isChecked } satisfies Partial<Filters>)}
      />
      {{ isAwaiting: t().leads.awaiting, isArchived: t().leads.archived }[of]}
    </label>
  );
};

const isConflictState = (text: string): text is ConflictState => text in t().conflicts.states;

export const FilterBar = ({ state }: OfState) => {
  const texts = t().leads;
  const { source, assignee, conflict } = state.filters.value;
  const assignees = (members.value ?? []).map(({ id, name }) => [id, name] as const);
  return (
    <search class="leads-filters">
      <Search state={state} />
      <Select
        name={texts.source}
        value={source}
        options={[["", texts.everySource], ...sourcesIn(state.shown.value, sources.value)]}
        onChoose={(chosen) => state.filter({ source: chosen })}
      />
      <Select
        name={texts.assignee}
        value={assignee}
        options={[["", texts.everybody], ...assignees]}
        onChoose={(chosen) => state.filter({ assignee: chosen })}
      />
      <Select
        name={texts.order}
        value={state.order.value}
        options={[
          ["newest", texts.newest],
          ["wait", texts.longest],
        ]}
        onChoose={(chosen) => (state.order.value = chosen === "wait" ? "wait" : "newest")}
      />
      {firm.value?.conflict_gate.enabled && can("conflicts:read") && (
        <Select
          name={t().conflicts.state}
          value={conflict}
          options={[["", t().conflicts.everyState], ...Object.entries(t().conflicts.states)]}
          onChoose={(chosen) => state.filter({ conflict: isConflictState(chosen) ? chosen : "" })}
        />
      )}
      <Check state={state} of="isAwaiting" />
      <Check state={state} of="isArchived" />
    </search>
  );
};
