import { useSignalEffect } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { fill } from "../../shared/fill.ts";
import { Select } from "../controls.tsx";
import { clockTime, formatIn, zoneNote } from "../dates.ts";
import { now, retrying, useEvents, useEvery, useReread } from "../fresh.ts";
import { announce, Button, Dialog, Empty, Notice, Segments, ViewHeading } from "../parts.tsx";
import { can } from "../session.ts";
import { t } from "../texts.ts";
import { reasonOf } from "../write-notice.tsx";
import { type Cell, dropOn } from "./cells.ts";
import { OfferChoice, TaskView } from "./dialogs.tsx";
import { Grid } from "./grid.tsx";
import { dateAt, MINUTE } from "./half-hours.ts";
import { Chosen, Today } from "./panel.tsx";
import { ATTORNEYS_OF_A_DAY } from "./place.ts";
import { leadName } from "./reader.ts";
import { createWeek, type Week } from "./state.ts";
import { bookingAt, createTasks, moveTo, type Tasks } from "./tasks.ts";

/** A minute, and what the read of the next one takes. */
const OLD_MILLISECONDS = 75_000;

export const View = () => {
  const week = useMemo(createWeek, []);
  const tasks = useMemo(() => createTasks(week), [week]);
  useSignalEffect(() => {
    if (week.attorneys.value === null) return retrying(week.start);
    week.asking.value;
    return retrying(week.read);
  });
  useEvents(week.follow);
  useReread(week.read);
  useEvery(MINUTE, week.refresh);

  const isWritable = can("consultations:write") && (can("leads:read") || can("leads:write"));
  const isEmpty = week.attorneys.value?.length === 0 && week.place.value.attorneyId === null;
  return (
    <>
      <Toolbar week={week} />
      {week.failure.value && <Notice kind="danger">{reasonOf(week.failure.value)}</Notice>}
      {isEmpty && <Empty title={t().week.noAttorney} fact={t().week.noAttorneyFact} />}
      {week.attorneys.value === null && <p class="meta">{t().frame.loading}</p>}
      {week.grid.value.columns.length > 0 && week.attorneys.value && (
        <Board week={week} tasks={tasks} isWritable={isWritable} />
      )}
      {tasks.tasks.value.map((task) => (
        <TaskView key={task.write} week={week} tasks={tasks} task={task} />
      ))}
    </>
  );
};

const titleOf = ({ grid, place }: Week): string => {
  const { columns } = grid.value;
  const [first, last] = [columns[0], columns.at(-1)];
  if (!first || !last) return t().week.title;
  const format = formatIn(first.zone);
  return columns.length > 1 && place.value.attorneyId !== null
    ? format.dateRange(first.date, last.date)
    : format.longDate(first.date);
};

const Toolbar = ({ week }: { readonly week: Week }) => {
  const texts = t().week;
  const place = week.place.value;
  const attorneys = week.attorneys.value ?? [];
  const isDay = place.attorneyId === null || week.isNarrow.value;
  const label = (step: -1 | 1) => (isDay ? texts.days : texts.weeks)[step === 1 ? "next" : "previous"];
  const today = () =>
    week.goTo({ ...place, date: dateAt(Date.now(), week.grid.peek().columns[0]?.zone ?? "UTC") });
  return (
    <div class="week-bar">
      <ViewHeading>{titleOf(week)}</ViewHeading>
      <div class="actions">
        <Button label={label(-1)} onClick={() => week.step(-1)}>
          ‹
        </Button>
        <Button onClick={today}>{texts.today}</Button>
        <Button label={label(1)} onClick={() => week.step(1)}>
          ›
        </Button>
      </div>
      {place.attorneyId !== null && (
        <Select
          name={texts.attorney}
          value={place.attorneyId}
          options={[...new Set([place.attorneyId, ...attorneys.map(({ id }) => id)])]
            .sort((one, other) => week.nameOf(one).localeCompare(week.nameOf(other)))
            .map((id) => [id, week.nameOf(id)])}
          onChoose={(attorneyId) => week.goTo({ ...place, attorneyId })}
        />
      )}
      {place.attorneyId === null && <Groups week={week} />}
      <Segments
        label={texts.shown}
        value={place.attorneyId === null ? "day" : "week"}
        options={[
          ["week", week.isNarrow.value ? texts.one : texts.title],
          ["day", week.isNarrow.value ? texts.everybody : texts.day],
        ]}
        onChange={(shown) =>
          week.goTo({ ...place, group: 1, attorneyId: shown === "day" ? null : week.oneAttorney() })
        }
      />
      <div class="week-offer">
        <label for="week-offer">{texts.freeStartsFor}</label>
        <OfferChoice week={week} id="week-offer" />
      </div>
    </div>
  );
};

/** The attorneys of a day, where they are more than fit. */
const Groups = ({ week }: { readonly week: Week }) => {
  const attorneys = week.attorneys.value ?? [];
  const place = week.place.value;
  const firsts = attorneys.filter((_, index) => index % ATTORNEYS_OF_A_DAY === 0);
  if (firsts.length < 2) return null;
  return (
    <Select
      name={t().week.attorneys}
      value={String(place.group)}
      options={firsts.map(({ name }, index) => {
        const shown = attorneys.slice(index * ATTORNEYS_OF_A_DAY, (index + 1) * ATTORNEYS_OF_A_DAY);
        return [String(index + 1), `${name} – ${shown.at(-1)?.name}`];
      })}
      onChoose={(group) => week.goTo({ ...place, group: Number(group) })}
    />
  );
};

type BoardProps = { readonly week: Week; readonly tasks: Tasks; readonly isWritable: boolean };

const Board = ({ week, tasks, isWritable }: BoardProps) => {
  const texts = t().week;
  const cell = week.chosen.value;
  const moving = week.moving.value;
  const isTold = week.isTold.value;
  const drop = (on: Cell) => {
    const consultation = week.moving.peek();
    if (!consultation) return;
    const wanted = dropOn(consultation, on);
    if (wanted) tasks.begin(moveTo(consultation, on, wanted.start));
    else announce(texts.notHere);
  };
  const act = (on: Cell) => {
    if (week.moving.peek()) drop(on);
    else if (isWritable && on.starts.length > 0) tasks.begin(bookingAt(week, on));
    else if (week.isNarrow.peek()) week.isTold.value = on.blocks.length > 0;
    else document.querySelector<HTMLElement>(".week-chosen :is(a, button)")?.focus();
  };
  const chosen = cell && <Chosen {...{ week, tasks, cell, isWritable }} onAct={act} />;
  return (
    <>
      {moving && !week.isDragged.value && (
        <Notice kind="accent">
          <p>
            {fill(texts.moving, {
              name: leadName(week, moving.lead_id),
              time: formatIn(week.zoneOf(moving.attorney_id)).dayAndTime(moving.start_at),
            })}
          </p>
          <Button onClick={() => (week.moving.value = null)}>{texts.stop}</Button>
        </Notice>
      )}
      <div class="week-board">
        <div>
          <Remarks week={week} />
          <div class="week-scroll">
            <Grid week={week} isWritable={isWritable} onAct={act} onDrop={drop} />
          </div>
          <Legend />
        </div>
        <aside class="week-side" aria-label={texts.side}>
          {!week.isNarrow.value && chosen}
          <Today week={week} />
        </aside>
      </div>
      {isTold && week.isNarrow.value && cell && (
        <Dialog title={texts.chosen} onClose={() => (week.isTold.value = false)}>
          {chosen}
        </Dialog>
      )}
    </>
  );
};

/** Says what the grid alone does not: how old it is, and that nothing is open. */
const Remarks = ({ week }: { readonly week: Week }) => {
  const texts = t().week;
  const isOld = now.value - week.readAt.value > OLD_MILLISECONDS;
  const isShut =
    week.isRead.value && week.grid.value.cells.every((row) => row.every((cell) => !cell?.isOpen));
  const [first] = week.grid.value.columns;
  const zone = first && zoneNote(first.zone);
  return (
    <>
      {zone && <p class="as-of">{fill(t().frame.zone, { zone })}</p>}
      {isOld && (
        <p class="as-of">
          {fill(t().frame.asOf, { time: clockTime(new Date(week.readAt.value).toISOString()) })}
        </p>
      )}
      {isShut && <p class="meta">{texts.shut}</p>}
    </>
  );
};

const KINDS = ["booked", "completed", "held", "busy", "timeOff", "free", "closed"] as const;

const Legend = () => (
  <ul class="week-legend" aria-hidden="true">
    {KINDS.map((kind) => (
      <li key={kind}>
        <i class={`week-block ${kind}`} /> {t().week.legend[kind]}
      </li>
    ))}
  </ul>
);
