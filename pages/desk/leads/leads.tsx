import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Select } from "../controls.tsx";
import { firm, needMembers, needSources } from "../directory.ts";
import { isBroken } from "../load-others.ts";
import { Button, classes, Empty, NotLoaded, Segments, Unread, ViewHeading } from "../parts.tsx";
import { can } from "../session.ts";
import { t } from "../texts.ts";
import { LeadCard } from "./card.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { EVERY_STAGE, isFiltered } from "./filters.ts";
import { useKeptFocus } from "./kept-focus.ts";
import { type Column, columnOf, countText, type Stage, type Targets } from "./rules.ts";
import type { LeadsState, OfState } from "./state.ts";

const NO_TARGETS: Targets = new Map();

const columnIn = ({ shown, filters, actions, order }: LeadsState, list: string): Column =>
  columnOf(shown.value, filters.value, {
    list,
    targets: actions.value?.moves.targets.value ?? NO_TARGETS,
    order: order.value,
  });

const Older = ({ state, list, column }: OfState & { readonly list: string; readonly column: Column }) =>
  column.isMore ? (
    <Button kind="quiet" inert={state.isReading.value} onClick={() => state.readOlder(list)}>
      {t().leads.older}
    </Button>
  ) : null;

type ColumnProps = OfState & { readonly stage: Stage; readonly column: Column; readonly isChosen: boolean };

const StageColumn = ({ state, stage, column, isChosen }: ColumnProps) => {
  const { dragged, move } = state;
  const isAimed = useSignal(false);
  const aim = (event: DragEvent) => {
    if (dragged.value === null) return;
    event.preventDefault();
    isAimed.value = true;
  };
  const leave = () => {
    isAimed.value = false;
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    leave();
    if (dragged.value !== null) move(dragged.value, stage.key);
  };
  return (
    <section
      class={classes({ "leads-column": true, final: stage.terminal, chosen: isChosen, aimed: isAimed.value })}
      aria-labelledby={`leads-${stage.key}`}
      onDragOver={aim}
      onDragLeave={leave}
      onDrop={drop}
    >
      <h2 id={`leads-${stage.key}`}>
        <bdi>{stage.name}</bdi> <span class="meta">{countText(column)}</span>
      </h2>
      <ul>
        {column.leads.map((lead) => (
          <LeadCard key={lead.id} state={state} lead={lead} kind={stage.terminal ? "line" : "card"} />
        ))}
      </ul>
      <Older state={state} list={stage.key} column={column} />
    </section>
  );
};

type Columns = { readonly columns: readonly (readonly [stage: Stage, column: Column])[] };

/** On a phone, one stage is shown at a time. */
const StageChoice = ({
  state,
  columns,
  chosen,
}: OfState & Columns & { readonly chosen: string | undefined }) => (
  <Select
    class="leads-stage-choice"
    name={t().leads.shownStage}
    value={chosen ?? ""}
    options={columns.map(([{ key, name }, column]) => [key, `${name} ${countText(column)}`])}
    onChoose={(key) => (state.chosenStage.value = key)}
  />
);

const Board = ({ state }: OfState) => {
  useKeptFocus();
  const stages = firm.value?.stages ?? [];
  const chosen = (stages.find(({ key }) => key === state.chosenStage.value) ?? stages[0])?.key;
  const columns = stages.map((stage) => [stage, columnIn(state, stage.key)] as const);
  return (
    <>
      <StageChoice state={state} columns={columns} chosen={chosen} />
      <div class="leads-board">
        {columns.map(([stage, column]) => (
          <StageColumn
            key={stage.key}
            state={state}
            stage={stage}
            column={column}
            isChosen={stage.key === chosen}
          />
        ))}
      </div>
    </>
  );
};

const List = ({ state }: OfState) => {
  useKeptFocus();
  const column = columnIn(state, EVERY_STAGE);
  return (
    <>
      <ul class="leads-list">
        {column.leads.map((lead) => (
          <LeadCard key={lead.id} state={state} lead={lead} kind="row" />
        ))}
      </ul>
      <Older state={state} list={EVERY_STAGE} column={column} />
    </>
  );
};

const NothingFound = ({ state }: OfState) => {
  const { none, noneFact, noneFound, showAll } = t().leads;
  if (!isFiltered(state.filters.value)) return <Empty title={none} fact={noneFact} />;
  return (
    <Empty title={noneFound}>
      <Button onClick={state.showAll}>{showAll}</Button>
    </Empty>
  );
};

const Content = ({ state }: OfState) => {
  const { leads, reaches } = state.shown.value;
  if (reaches.size === 0) return <p class="meta">{state.hasFailed.value ? "" : t().frame.loading}</p>;
  const isEmpty = leads.size === 0 && [...reaches.values()].every(({ cursor }) => cursor === null);
  if (isEmpty) return <NothingFound state={state} />;
  return state.view.value === "board" ? <Board state={state} /> : <List state={state} />;
};

export const Leads = ({ state }: OfState) => {
  const texts = t().leads;
  const { NewLead } = state.actions.value ?? {};
  const { hasFailed, isReading, shown, view } = state;
  useEffect(() => {
    needMembers().catch(() => {});
    needSources().catch(() => {});
    state.start();
  }, []);
  return (
    <>
      <header class="leads-head">
        <ViewHeading>{t().frame.leads}</ViewHeading>
        <FilterBar state={state} />
        <Segments
          label={texts.view}
          value={view.value}
          options={[
            ["board", texts.board],
            ["list", texts.list],
          ]}
          onChange={state.show}
        />
        {!can("events:read") && <Button onClick={state.read}>{texts.readAgain}</Button>}
        {can("leads:write") &&
          (NewLead ? (
            <NewLead shown={shown.value} put={state.put} />
          ) : (
            <Button kind="primary" inert>
              {texts.add}
            </Button>
          ))}
      </header>
      {hasFailed.value && <Unread text={texts.unread} onRetry={state.read} />}
      {isBroken.value && <NotLoaded />}
      <div aria-busy={isReading.value}>
        <Content state={state} />
      </div>
    </>
  );
};
