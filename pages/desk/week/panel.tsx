import type { ComponentChildren } from "preact";
import type { Consultation } from "../../../client/src/generated.ts";
import { fill } from "../../shared/fill.ts";
import { visitorsZone } from "../../shared/time-zones.ts";
import { href } from "../address.ts";
import { telOf } from "../contact.ts";
import { formatIn } from "../dates.ts";
import { shownPhone } from "../directory.ts";
import { now } from "../fresh.ts";
import { Button, Panel, Tag } from "../parts.tsx";
import { can } from "../session.ts";
import { t } from "../texts.ts";
import { type Block, slotOf } from "./blocks.ts";
import { blockText, isoOf, statesOf } from "./cell-text.ts";
import type { Cell } from "./cells.ts";
import { dateAt } from "./half-hours.ts";
import { leadName, moneyText, readerOf, typeName } from "./reader.ts";
import type { Week } from "./state.ts";
import { type Change, changeOf, focusChosen, type Tasks } from "./tasks.ts";

type PanelProps = { readonly week: Week; readonly tasks: Tasks; readonly isWritable: boolean };
type CellProps = PanelProps & { readonly cell: Cell; readonly onAct: (cell: Cell) => void };

type WithConsultation = Extract<Block, { consultation: unknown }>;
const isConsultation = (block: Block): block is WithConsultation => "consultation" in block;

/** The chosen half hour in full. */
export const Chosen = ({ week, tasks, cell, isWritable, onAct }: CellProps) => {
  const texts = t().week;
  const { column, halfHour, blocks, starts } = cell;
  const reader = readerOf(week, column.zone);
  const start = isoOf(halfHour.start);
  const yours = formatIn(visitorsZone());
  const isElsewhere = yours.wallClock(start) !== reader.format.wallClock(start);
  const others = blocks.filter((block) => !isConsultation(block));
  return (
    <section class="panel week-chosen" aria-label={texts.chosen}>
      <div class="body">
        <div>
          <p class="meta">{texts.chosen}</p>
          <h2 class="serif">
            {reader.format.longDate(halfHour.date)}, {reader.format.time(start)}
          </h2>
          {week.place.value.attorneyId === null && (
            <p class="meta">{fill(texts.withAttorney, { name: week.nameOf(column.attorneyId) })}</p>
          )}
          {isElsewhere && <p class="meta">{fill(texts.yoursAt, { time: yours.dayAndTime(start) })}</p>}
        </div>
        {blocks.filter(isConsultation).map((block) => (
          <Meeting key={block.consultation.id} {...{ week, tasks, isWritable }} block={block} />
        ))}
        {others.map((block) => (
          <p key={`${block.kind}/${block.start}`}>{blockText(reader, block)}</p>
        ))}
        {blocks.length === 0 && <p class="meta">{statesOf(reader, cell).join(", ")}</p>}
        {isWritable && starts.length > 0 && (
          <>
            <Button kind="primary" onClick={() => onAct(cell)}>
              {week.moving.value ? texts.moveHere : texts.bookHere}
            </Button>
            <p class="meta">{week.moving.value ? texts.keysMove : texts.keys}</p>
          </>
        )}
      </div>
    </section>
  );
};

const LeadLink = ({ week, id }: { readonly week: Week; readonly id: string }) => {
  const name = leadName(week, id);
  const isLink = week.leads.value.has(id) && can("settings:read");
  return isLink ? <a href={href("leads", id)}>{name}</a> : <span>{name}</span>;
};

/** A telephone number as a link, if it is one that the service has validated. */
const Telephone = ({ week, id }: { readonly week: Week; readonly id: string }) => {
  const phone = week.leads.value.get(id)?.phone ?? "";
  if (phone === "") return null;
  const [tel, text] = [telOf(phone), shownPhone(phone)];
  return tel ? <a href={tel}>{text}</a> : <span>{text}</span>;
};

const Line = ({ children }: { readonly children?: ComponentChildren }) =>
  children ? <p>{children}</p> : null;

const Meeting = ({ week, tasks, block, isWritable }: PanelProps & { readonly block: WithConsultation }) => {
  const { consultation } = block;
  const { lead_id, type, location, outcome, attorney_id } = consultation;
  const texts = t().week;
  const format = formatIn(week.zoneOf(attorney_id));
  const slot = slotOf(consultation);
  return (
    <div class="week-meeting">
      <h3 class="serif">
        <LeadLink week={week} id={lead_id} />
      </h3>
      <p>
        {typeName(type)}, {format.timeRange(isoOf(slot.start), isoOf(slot.end))}
      </p>
      <p>
        <Telephone week={week} id={lead_id} />
      </p>
      <Line>{location}</Line>
      <Line>
        {[block.kind === "completed" ? texts.titles.completed : "", moneyText(consultation)]
          .filter(Boolean)
          .join(", ")}
      </Line>
      <Line>{outcome}</Line>
      {isWritable && <Actions week={week} tasks={tasks} block={block} />}
    </div>
  );
};

const Actions = ({
  week,
  tasks,
  block: { kind, consultation },
}: Omit<PanelProps, "isWritable"> & { readonly block: WithConsultation }) => {
  const texts = t().week;
  const isWaiting = tasks.isWaiting(consultation);
  const button = (kind: Change["kind"]) => (
    <Button
      key={kind}
      kind={kind === "cancel" ? "danger" : "plain"}
      inert={isWaiting}
      onClick={() => tasks.begin(changeOf(kind, consultation))}
    >
      {texts.changes[kind].button}
    </Button>
  );
  const move = () => {
    week.isDragged.value = false;
    week.moving.value = consultation;
    focusChosen();
  };
  return (
    <div class="actions">
      {kind === "booked" && (
        <Button inert={isWaiting} onClick={move}>
          {texts.move}
        </Button>
      )}
      {(kind === "booked" ? OPEN_CHANGES : FINAL_CHANGES).map(button)}
    </div>
  );
};

const OPEN_CHANGES = ["complete", "noShow", "payment", "cancel"] as const;
const FINAL_CHANGES = ["payment"] as const;

/** The consultations and holds of today, or of the chosen day where today is not shown. */
export const Today = ({ week }: { readonly week: Week }) => {
  const texts = t().week;
  const { columns } = week.grid.value;
  const present = columns.filter(({ zone, date }) => dateAt(now.value, zone) === date);
  const chosen = week.chosen.value?.column;
  const shown = present.length > 0 ? present : columns.filter((column) => column === chosen);
  const [first] = shown;
  if (!first) return null;
  const entries = shown
    .flatMap((column) =>
      column.blocks.map((block) => ({ block, zone: column.zone, attorneyId: column.attorneyId })),
    )
    .filter(({ block }) => "consultation" in block || "hold" in block)
    .sort((one, other) => one.block.start - other.block.start);
  return (
    <Panel title={present.length > 0 ? texts.today : formatIn(first.zone).longDate(first.date)}>
      {entries.length === 0 && <p class="meta">{texts.nobody}</p>}
      <ul class="week-today">
        {entries.map(({ block, zone, attorneyId }) => (
          <li key={`${attorneyId}/${block.kind}/${block.start}`}>
            <p>
              <b>{formatIn(zone).time(isoOf(block.start))}</b>
              <Status block={block} zone={zone} />
            </p>
            {isConsultation(block) && <Person week={week} consultation={block.consultation} />}
            {shown.length > 1 && <p class="meta">{week.nameOf(attorneyId)}</p>}
          </li>
        ))}
      </ul>
    </Panel>
  );
};

const Status = ({ block, zone }: { readonly block: Block; readonly zone: string }) => {
  const texts = t().week;
  if ("hold" in block)
    return <Tag>{fill(texts.heldUntil, { time: formatIn(zone).time(block.hold.expires_at) })}</Tag>;
  if (block.kind === "completed") return <Tag>{texts.titles.completed}</Tag>;
  return block.start <= now.value && now.value < block.end ? <Tag kind="accent">{texts.now}</Tag> : null;
};

const Person = ({ week, consultation }: { readonly week: Week; readonly consultation: Consultation }) => (
  <>
    <p>
      <LeadLink week={week} id={consultation.lead_id} />
    </p>
    <p>
      <Telephone week={week} id={consultation.lead_id} />
      <span class="meta">{moneyText(consultation)}</span>
    </p>
  </>
);
