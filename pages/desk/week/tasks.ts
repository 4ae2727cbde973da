import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Consultation, Lead } from "../../../client/src/generated.ts";
import { fill } from "../../shared/fill.ts";
import { fullName } from "../contact.ts";
import { formatIn } from "../dates.ts";
import { announce } from "../parts.tsx";
import { createWrite, intake, type Write, type WriteCall } from "../requests.ts";
import { can } from "../session.ts";
import { t } from "../texts.ts";
import { type Cell, startsIn } from "./cells.ts";
import { MINUTE } from "./half-hours.ts";
import type { Offer } from "./offers.ts";
import { leadName } from "./reader.ts";
import type { Week } from "./state.ts";

export type Person = Readonly<Record<"first_name" | "last_name" | "email" | "phone", string>>;

/** For whom: a lead, or a person who becomes one. */
export type Client = { readonly lead: Lead } | { readonly person: Person };

/** The start that is wanted, and those beside it. */
type Slot = {
  readonly attorneyId: string;
  readonly start: Signal<string>;
  readonly offered: ReadonlySignal<readonly string[]>;
};
export type Booking = Slot & {
  readonly kind: "book";
  readonly client: Signal<Client | null>;
  /** What kind of meeting it is, where no type of the firm says it. */
  readonly title: Signal<string>;
  readonly location: Signal<string>;
};
export type Move = Slot & { readonly kind: "move"; readonly consultation: Consultation };
export type Change = {
  readonly kind: "cancel" | "complete" | "noShow" | "payment";
  readonly consultation: Consultation;
  readonly outcome: Signal<string>;
  readonly paid: Signal<boolean>;
  readonly amount: Signal<string>;
};

/** Something that is asked of the service, from its dialog until its outcome is known. */
export type Task = {
  readonly work: Booking | Move | Change;
  readonly write: Write<Consultation>;
  /** True while its dialog is shown. One whose outcome is not known leaves the page usable, and is told there. */
  readonly isOpen: Signal<boolean>;
};
type TaskOf<Work> = Task & { readonly work: Work };

/** The source of a lead that is made here. */
const SOURCE = "desk";

export type Tasks = ReturnType<typeof createTasks>;

export const createTasks = (week: Week) => {
  const tasks = signal<readonly Task[]>([]);

  const begin = (work: Task["work"]) => {
    const write = createWrite<Consultation>();
    const isOpen = signal(true);
    write.state.subscribe(({ kind }) => {
      if (kind === "unknown") isOpen.value = false;
    });
    week.moving.value = null;
    tasks.value = [...tasks.peek(), { work, write, isOpen }];
  };
  const end = ({ write }: Task) => {
    tasks.value = tasks.peek().filter((each) => each.write !== write);
  };

  const run = async (task: Task, call: WriteCall<Consultation>, sentence: string) => {
    const done = await task.write.run(call);
    if (!done) return;
    end(task);
    announce(sentence);
    await week.put(done);
    // Its button may be gone with it.
    if (document.activeElement === document.body) focusChosen();
  };
  const when = (start: string, attorneyId: string) => formatIn(week.zoneOf(attorneyId)).dayAndTime(start);

  const book = (task: TaskOf<Booking>, { type, minutes }: Offer) => {
    const { attorneyId: attorney_id, start, client, title, location } = task.work;
    const chosen = client.peek();
    if (chosen === null) return;
    const place = location.peek().trim();
    const body = {
      attorney_id,
      start_at: start.peek(),
      duration_min: minutes,
      type: type?.key ?? title.peek(),
      ...(place && { location: place }),
    };
    const name = fullName("lead" in chosen ? chosen.lead : chosen.person);
    const texts = { name, time: when(body.start_at, attorney_id) };
    const call: WriteCall<Consultation> = {
      what: fill(t().week.wasBooked, texts),
      typed: { ...body, chosen },
      send: async (options) => {
        const lead = "lead" in chosen ? chosen.lead : await create(chosen.person, options.idempotencyKey);
        // Where the time is refused, another one is booked for the same lead.
        client.value = { lead };
        return intake().bookConsultation({ body: { ...body, lead_id: lead.id } }, options);
      },
      find: () => findBooking(body, name),
    };
    return run(task, call, fill(t().week.isBooked, texts));
  };

  /** Creates a lead. A repeat of the booking creates no other one. */
  const create = async (person: Person, key: string | false | undefined): Promise<Lead> => {
    const body = { ...person, source: SOURCE };
    const lead = await intake().createLead({ body }, { maxRetries: 0, idempotencyKey: `${key}-lead` });
    week.noteLeads([lead]);
    return lead;
  };

  type Wanted = { readonly attorney_id: string; readonly start_at: string };
  const findBooking = async (
    { attorney_id: id, start_at }: Wanted,
    name: string,
  ): Promise<Consultation | null> => {
    const to = new Date(Date.parse(start_at) + MINUTE).toISOString();
    const { data } = await intake().getCalendar({ path: { id }, query: { from: start_at, to } });
    const found = data.consultations.find((each) => each.start_at === start_at);
    if (!found || !can("leads:read")) return found ?? null;
    const { data: leads } = await intake().listLeads({ query: { ids: found.lead_id } });
    week.noteLeads(leads);
    return leads.some((lead) => fullName(lead) === name) ? found : null;
  };

  const find = async (id: string, isDone: (now: Consultation) => boolean): Promise<Consultation | null> => {
    const now = await intake().getConsultation({ path: { id } });
    return isDone(now) ? now : null;
  };

  const move = (task: TaskOf<Move>) => {
    const { consultation, attorneyId, start } = task.work;
    const { id, lead_id, attorney_id } = consultation;
    const start_at = start.peek();
    const texts = { name: leadName(week, lead_id), time: when(start_at, attorneyId) };
    const body = { start_at, ...(attorneyId !== attorney_id && { attorney_id: attorneyId }) };
    const call: WriteCall<Consultation> = {
      what: fill(t().week.wasMoved, texts),
      typed: body,
      send: (options) => intake().updateConsultation({ path: { id }, body }, options),
      find: () => find(id, (now) => now.start_at === start_at && now.attorney_id === attorneyId),
    };
    return run(task, call, fill(t().week.isMoved, texts));
  };

  const change = (task: TaskOf<Change>) => {
    const { kind, consultation, outcome, paid, amount } = task.work;
    const { was, is } = t().week.changes[kind];
    const name = leadName(week, consultation.lead_id);
    const typed = {
      outcome: outcome.peek().trim() || null,
      paid: paid.peek(),
      amount: amount.peek() === "" ? null : Number(amount.peek()),
    };
    const { id } = consultation;
    const call: WriteCall<Consultation> = {
      what: fill(was, { name }),
      typed,
      send: (options) => CHANGES[kind].send(id, typed, options),
      find: () => find(id, (now) => CHANGES[kind].isDone(now, typed)),
    };
    return run(task, call, fill(is, { name }));
  };

  return {
    tasks,
    begin,
    end,
    /** Closes a dialog. What is under way stays. */
    close: (task: Task) => {
      task.isOpen.value = false;
      if (!task.write.isBusy.peek()) end(task);
    },
    book,
    move,
    change,
    /** Returns true while the outcome of something asked of a consultation is not known. */
    isWaiting: ({ id }: Consultation) =>
      tasks.value.some(
        (task) => "consultation" in task.work && task.work.consultation.id === id && task.write.isBusy.value,
      ),
  };
};

type Typed = { readonly outcome: string | null; readonly paid: boolean; readonly amount: number | null };

const CHANGES: Readonly<
  Record<
    Change["kind"],
    {
      readonly send: (id: string, typed: Typed, options: object) => Promise<Consultation>;
      readonly isDone: (now: Consultation, typed: Typed) => boolean;
    }
  >
> = {
  cancel: {
    send: (id, _typed, options) =>
      intake().updateConsultation({ path: { id }, body: { status: "canceled" } }, options),
    isDone: ({ status }) => status === "canceled",
  },
  complete: {
    send: (id, { outcome }, options) =>
      intake().completeConsultation({ path: { id }, body: { outcome } }, options),
    isDone: ({ status }) => status === "completed",
  },
  noShow: {
    send: (id, _typed, options) => intake().markNoShow({ path: { id } }, options),
    isDone: ({ status }) => status === "no-show",
  },
  payment: {
    send: (id, { paid, amount }, options) =>
      intake().recordPayment({ path: { id }, body: { paid, amount } }, options),
    isDone: (now, { paid, amount }) => now.paid === paid && now.amount === amount,
  },
};

export const focusChosen = (): void =>
  document.querySelector<HTMLElement>(".week-cell[tabindex='0']")?.focus();

export const bookingAt = (week: Week, { column, halfHour, starts }: Cell): Booking => ({
  kind: "book",
  attorneyId: column.attorneyId,
  start: signal(starts[0] ?? ""),
  // Another type has other starts.
  offered: computed(() => startsIn(halfHour, week.starts.value.get(column.attorneyId) ?? [])),
  client: signal(null),
  title: signal(t().week.consultation),
  location: signal(""),
});

export const moveTo = (consultation: Consultation, { column, starts }: Cell, start: string): Move => ({
  kind: "move",
  consultation,
  attorneyId: column.attorneyId,
  start: signal(start),
  offered: signal(starts),
});

export const changeOf = (kind: Change["kind"], consultation: Consultation): Change => ({
  kind,
  consultation,
  outcome: signal(""),
  paid: signal(consultation.paid || kind === "payment"),
  amount: signal(String(consultation.amount ?? "")),
});
