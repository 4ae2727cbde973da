import type { Lead } from "../../../client/src/generated.ts";
import { fill, isolated } from "../../shared/fill.ts";
import { href } from "../address.ts";
import { ClockTag, deadlineNow } from "../clock.tsx";
import { fullName } from "../contact.ts";
import { age, dayAndTime } from "../dates.ts";
import { firm, memberName, members, sourceName } from "../directory.ts";
import { classes, Tag } from "../parts.tsx";
import { can } from "../session.ts";
import { t } from "../texts.ts";
import { Contact } from "./contact-link.tsx";
import type { LeadsState, OfState } from "./state.ts";

type CardProps = OfState & { readonly lead: Lead; readonly kind: "card" | "line" | "row" };

const isMoving = ({ actions }: LeadsState, { id }: Lead) =>
  typeof actions.value?.moves.targets.value.get(id) === "string";

const shownName = (lead: Lead) => fullName(lead) || t().leads.nameless;

/** On a closed menu, a key would choose at once where the browser does not open it. */
const openByKey = (event: KeyboardEvent) => {
  const { currentTarget: menu, key, ctrlKey, metaKey, altKey } = event;
  const chooses = /^(Arrow|Home|End|Page)/.test(key) || (key.length === 1 && key !== " ");
  if (!chooses || ctrlKey || metaKey || altKey || !(menu instanceof HTMLSelectElement) || isOpen(menu))
    return;
  event.preventDefault();
  menu.showPicker?.();
};

const isOpen = (menu: Element) => CSS.supports("selector(:open)") && menu.matches(":open");

/** The stages to which a lead can move. In a row it also says the present one, which on the board the column says. */
const StageMenu = ({ state, lead, kind }: CardProps) => {
  const present = kind === "row" ? lead.status.key : "";
  const choose = (event: Event & { currentTarget: HTMLSelectElement }) => {
    const { value } = event.currentTarget;
    event.currentTarget.value = present;
    state.move(lead.id, value);
  };
  return (
    <select
      class="leads-stage"
      aria-label={fill(t().leads.stageOf, { name: isolated(shownName(lead)) })}
      aria-disabled={isMoving(state, lead)}
      value={present}
      onKeyDown={openByKey}
      onChange={choose}
    >
      {present === "" && (
        <option value="" hidden>
          {t().leads.stage}
        </option>
      )}
      {firm.value?.stages.map(({ key, name }) => (
        <option key={key} value={key} disabled={key === lead.status.key && present === ""}>
          {name}
        </option>
      ))}
    </select>
  );
};

const Age = ({ lead, isMoving }: Pick<CardProps, "lead"> & { readonly isMoving: boolean }) => {
  const deadline = deadlineNow(lead);
  if (isMoving) return <span class="leads-age">{t().leads.moving}</span>;
  return deadline ? (
    <span class="leads-age">
      <ClockTag due={deadline} />
    </span>
  ) : (
    <time class="leads-age" dateTime={lead.created_at} title={dayAndTime(lead.created_at)}>
      {age(lead.created_at)}
    </time>
  );
};

const Assignee = ({ lead: { assignee_id: id } }: Pick<CardProps, "lead">) =>
  id === null ? (
    <span class="leads-assignee nobody">{t().leads.nobody}</span>
  ) : (
    <bdi class="leads-assignee">{members.value && memberName(id)}</bdi>
  );

const Facts = ({ lead }: Pick<CardProps, "lead">) => (
  <>
    <bdi class="leads-source">{sourceName(lead.source)}</bdi>
    <Assignee lead={lead} />
    <Contact lead={lead} />
  </>
);

/** Says that a found lead is archived, where active ones are asked for. */
const ArchivedTag = ({ state, lead: { archived, merged_into } }: CardProps) =>
  archived && !state.filters.value.isArchived ? (
    <Tag>{merged_into ? t().leads.merged : t().leads.archived}</Tag>
  ) : null;

/** Marks a lead whose conflicts ask for something. */
const ConflictTag = ({ lead: { conflict } }: Pick<CardProps, "lead">) => {
  const marks: Readonly<Record<string, string>> = t().conflicts.marks;
  const mark = conflict && marks[conflict.state];
  return mark && can("conflicts:read") ? (
    <Tag kind={conflict.state === "blocked" ? "danger" : "warn"}>{mark}</Tag>
  ) : null;
};

/** A lead on the board, as a line in a final stage, or as a row of the list. */
export const LeadCard = (props: CardProps) => {
  const { state, lead, kind } = props;
  const { dragged } = state;
  const { moves, MoveRemark } = state.actions.value ?? {};
  const moving = isMoving(state, lead);
  const move = moves?.all.value.get(lead.id);
  const canMove = can("leads:write");
  const drag = ({ dataTransfer }: DragEvent) => {
    dragged.value = lead.id;
    // Firefox drags nothing without data.
    dataTransfer?.setData("text/plain", fullName(lead));
  };
  return (
    <li
      class={classes({ [`leads-${kind}`]: true, moving, stays: move && !moving })}
      data-lead={lead.id}
      draggable={canMove && !moving && kind !== "row"}
      onDragStart={drag}
      onDragEnd={() => (dragged.value = null)}
    >
      <a class="leads-name" href={href("leads", lead.id)} draggable={false}>
        <bdi>{shownName(lead)}</bdi>
      </a>
      <Age lead={lead} isMoving={moving} />
      {kind !== "line" && <Facts lead={lead} />}
      {canMove && <StageMenu {...props} />}
      {!canMove && kind === "row" && <bdi class="leads-stage">{lead.status.name}</bdi>}
      <ArchivedTag {...props} />
      <ConflictTag lead={lead} />
      {moves && move && MoveRemark && <MoveRemark moves={moves} lead={lead} move={move} />}
    </li>
  );
};
