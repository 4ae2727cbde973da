import { useEffect } from "preact/hooks";
import { members, sources } from "../directory.ts";
import { t } from "../texts.ts";
import type { Filters } from "./filters.ts";
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
      value={typed.value}
      onInput={(event) => (typed.value = event.currentTarget.value)}
      onKeyDown={({ key }) => key === "Enter" && search()}
    />
  );
};

type ChoiceProps = OfState & {
  readonly of: "source" | "assignee";
  readonly label: string;
  readonly all: string;
  readonly options: readonly (readonly [value: string, text: string])[];
};

const Choice = ({ state, of, label, all, options }: ChoiceProps) => (
  <select
    aria-label={label}
    value={state.filters.value[of]}
    onChange={(event) => state.filter({ [of]: event.currentTarget.value } satisfies Partial<Filters>)}
  >
    <option value="">{all}</option>
    {options.map(([value, text]) => (
      <option key={value} value={value}>
        {text}
      </option>
    ))}
  </select>
);

export const FilterBar = ({ state }: OfState) => {
  const texts = t().leads;
  const { isArchived } = state.filters.value;
  const assignees = (members.value ?? []).map(({ id, name }) => [id, name] as const);
  return (
    <search class="leads-filters">
      <Search state={state} />
      <Choice
        state={state}
        of="source"
        label={texts.source}
        all={texts.everySource}
        options={sourcesIn(state.shown.value, sources.value)}
      />
      <Choice state={state} of="assignee" label={texts.assignee} all={texts.everybody} options={assignees} />
      <label class="check">
        <input
          type="checkbox"
          checked={isArchived}
          onChange={() => state.filter({ isArchived: !isArchived })}
        />
        {texts.archived}
      </label>
    </search>
  );
};
