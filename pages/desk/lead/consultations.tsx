import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { Consultation } from "../../../client/src/generated.ts";
import { fill } from "../../shared/fill.ts";
import { href } from "../address.ts";
import { Field, Select } from "../controls.tsx";
import { clockTime, dayAndTime, formatIn, relativeDay } from "../dates.ts";
import { firm, memberName } from "../directory.ts";
import { now } from "../fresh.ts";
import { Button, Notice, Panel, Tag } from "../parts.tsx";
import { can } from "../session.ts";
import { t } from "../texts.ts";
import { reasonOf, WriteNotice } from "../write-notice.tsx";
import { Confirm } from "./confirm.tsx";
import { ListUnread } from "./list-unread.tsx";
import { createList, readSoonest, type Start } from "./lists.ts";
import type { LeadState } from "./state.ts";
import { book, type Offer } from "./writes.ts";

type Props = { readonly state: LeadState };

export const near = (instant: string) => `${relativeDay(instant)}, ${clockTime(instant)}`;

const Row = ({ start_at, attorney_id, type, status }: Consultation) => (
  <li>
    <p>
      <a href={href("week", attorney_id, formatIn().dateOf(start_at))}>{near(start_at)}</a>{" "}
      <Tag>{t().lead.consultations.statuses[status]}</Tag>
    </p>
    <p class="meta">{fill(t().lead.consultations.row, { type, attorney: memberName(attorney_id) })}</p>
  </li>
);

const attorneyOf = ({ attorney_ids }: Start) => (attorney_ids.length === 1 ? attorney_ids[0] : undefined);

const offerOf = (type: string, start: Start): Offer => {
  const attorney_id = attorneyOf(start);
  return { type, start_at: start.start_at, ...(attorney_id && { attorney_id }) };
};

const whoOf = (start: Start) => {
  const attorney = attorneyOf(start);
  const count = String(start.attorney_ids.length);
  return attorney ? memberName(attorney) : fill(t().lead.consultations.anyOf, { count });
};

/** The three soonest free starts of a type, each a button. */
const Soonest = ({ state, onChoose }: Props & { readonly onChoose: (offer: Offer) => void }) => {
  const texts = t().lead.consultations;
  const types = firm.value?.consultation_types ?? [];
  const type = useSignal(types[0]?.key ?? "");
  const list = useMemo(() => createList(type, readSoonest), []);
  useEffect(() => {
    list.clear();
    list.load();
  }, [type.value]);
  const { items } = list;
  const isNone = items.value?.length === 0;
  return (
    <>
      <Field label={texts.soonest}>
        <Select
          value={type.value}
          options={types.map(({ key, name }) => [key, name])}
          onChoose={(key) => (type.value = key)}
        />
      </Field>
      {items.value?.map((start) => (
        <button
          type="button"
          key={start.start_at}
          class="button lead-start"
          aria-disabled={state.isBusy.value}
          onClick={() => onChoose(offerOf(type.value, start))}
        >
          <span>{near(start.start_at)}</span> <span class="meta">{whoOf(start)}</span>
        </button>
      ))}
      {isNone && <p class="meta">{texts.noneFree}</p>}
      <ListUnread list={list} />
    </>
  );
};

/** Asks before it books, and offers other times when the service refuses one. */
const BookDialog = ({ state, offer }: Props & { readonly offer: Signal<Offer | null> }) => {
  const texts = t().lead.consultations;
  const write = state.writes.book;
  if (offer.value === null) return <WriteNotice write={write} />;
  const { type, start_at, attorney_id } = offer.value;
  const chosen = offer.value;
  const name = state.name.value;
  const values = {
    name,
    when: dayAndTime(start_at),
    type: firm.value?.consultation_types.find(({ key }) => key === type)?.name ?? type,
    attorney: attorney_id ? fill(texts.withAttorney, { name: memberName(attorney_id) }) : texts.anyAttorney,
  };
  const refusal = write.state.value.kind === "refused" ? write.state.value.error : null;
  const others = refusal?.nextAvailable ?? [];
  const choose = (start: string) => {
    write.reset();
    offer.value = { ...chosen, start_at: start };
  };
  return (
    <Confirm
      state={state}
      write={write}
      title={fill(texts.dialog, { name })}
      action={fill(texts.book, { when: near(start_at) })}
      onConfirm={() => book(state, chosen)}
      onClose={() => (offer.value = null)}
      notice={
        refusal &&
        others.length > 0 && (
          <Notice kind="danger">
            <p role="alert">{fill(texts.refused, { reason: reasonOf(refusal) })}</p>
            <div class="actions">
              {others.map((start) => (
                <Button key={start} onClick={() => choose(start)}>
                  {near(start)}
                </Button>
              ))}
            </div>
          </Notice>
        )
      }
    >
      <p>{fill(texts.ask, values)}</p>
    </Confirm>
  );
};

/** Returns whether a consultation is still to come. */
const isOpen = ({ status, start_at }: Consultation) =>
  (status === "scheduled" || status === "rescheduled") && Date.parse(start_at) > now.value;

const latestFirst = (one: Consultation, other: Consultation) => (one.start_at < other.start_at ? 1 : -1);

export const Consultations = ({ state }: Props) => {
  const texts = t().lead.consultations;
  const offer = useSignal<Offer | null>(null);
  const list = state.lists.consultations;
  const items = list.items.value;
  const hasTypes = (firm.value?.consultation_types ?? []).length > 0;
  const mayBook = can("consultations:write") && hasTypes && items?.some(isOpen) === false;
  const choose = (chosen: Offer) => {
    if (state.isBusy.peek()) return;
    state.writes.book.reset();
    offer.value = chosen;
  };
  return (
    <Panel title={texts.title} action={<a href={href("week")}>{texts.week}</a>}>
      <ListUnread list={list} />
      {items?.length === 0 && <p class="meta">{texts.none}</p>}
      <ul class="lead-list">
        {[...(items ?? [])].sort(latestFirst).map((consultation) => (
          <Row key={consultation.id} {...consultation} />
        ))}
      </ul>
      {mayBook && <Soonest state={state} onChoose={choose} />}
      <BookDialog state={state} offer={offer} />
    </Panel>
  );
};
