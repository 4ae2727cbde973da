import { fill } from "../../shared/fill.ts";
import { Field, Select, typing } from "../controls.tsx";
import { formatIn } from "../dates.ts";
import { firm } from "../directory.ts";
import { Button, Dialog, Notice } from "../parts.tsx";
import { t } from "../texts.ts";
import { errorOf, WriteNotice } from "../write-notice.tsx";
import { ClientChoice } from "./client-choice.tsx";
import { leadName } from "./reader.ts";
import type { Week } from "./state.ts";
import type { Booking, Change, Move, Task, Tasks } from "./tasks.ts";

type Props<Work> = {
  readonly week: Week;
  readonly tasks: Tasks;
  readonly task: Task & { readonly work: Work };
};

/** The dialogs of what is being asked, and what became of what was asked. */
export const TaskView = ({ week, tasks, task }: Props<Task["work"]>) => {
  const { work, isOpen } = task;
  if (!isOpen.value) return <TaskNotice tasks={tasks} task={task} />;
  if (work.kind === "book") return <BookDialog {...{ week, tasks }} task={{ ...task, work }} />;
  if (work.kind === "move") return <MoveDialog {...{ week, tasks }} task={{ ...task, work }} />;
  return <ChangeDialog {...{ week, tasks }} task={{ ...task, work }} />;
};

/** Says on the page what is not known yet, or was not done. */
const TaskNotice = ({ tasks, task }: { readonly tasks: Tasks; readonly task: Task }) => (
  <div class="week-told">
    <WriteNotice write={task.write} />
    {!task.write.isBusy.value && (
      <p class="actions">
        <Button onClick={() => (task.isOpen.value = true)}>{t().week.again}</Button>
        <Button kind="quiet" onClick={() => tasks.end(task)}>
          {t().parts.close}
        </Button>
      </p>
    )}
  </div>
);

type SlotProps = { readonly week: Week; readonly task: Task & { readonly work: Booking | Move } };
type SlotNoticeProps = SlotProps & { readonly shown: readonly string[]; readonly onLeave: () => void };

/** Returns the lead that is booked, as far as it is one already. */
const leadIdIn = (work: Booking | Move): string | undefined => {
  const client = work.kind === "book" ? work.client.value : null;
  return client && "lead" in client ? client.lead.id : undefined;
};

/** Says why a time was refused, and offers the next ones. */
const SlotNotice = ({ week, task, shown, onLeave }: SlotNoticeProps) => {
  const state = task.write.state.value;
  if (state.kind !== "refused" || state.error.nextAvailable.length === 0)
    return <WriteNotice write={task.write} shown={shown} leadId={leadIdIn(task.work)} onLeave={onLeave} />;
  const { attorneyId, start } = task.work;
  const format = formatIn(week.zoneOf(attorneyId));
  const labelOf = (instant: string) => {
    const [time, date] = [format.time(instant), format.dateOf(instant)];
    return date === format.dateOf(start.value)
      ? time
      : `${format.weekday(date)}, ${format.shortDate(date)}, ${time}`;
  };
  const choose = (instant: string) => {
    start.value = instant;
    task.write.reset();
  };
  return (
    <Notice kind="danger">
      <p role="alert">{fill(t().week.refused, { reason: state.error.apiMessage })}</p>
      <p class="actions">
        {state.error.nextAvailable.map((instant) => (
          <Button key={instant} onClick={() => choose(instant)}>
            {labelOf(instant)}
          </Button>
        ))}
      </p>
    </Notice>
  );
};

/** The starts of the half hour, where there are several. */
const StartChoice = ({ week, task: { work } }: SlotProps) => {
  const { attorneyId, start, offered } = work;
  const format = formatIn(week.zoneOf(attorneyId));
  if (offered.value.length < 2 || !offered.value.includes(start.value)) return null;
  return (
    <fieldset class="week-starts">
      <legend>{t().week.start}</legend>
      {offered.value.map((each) => (
        <label key={each} class="check">
          <input
            type="radio"
            name="start"
            checked={each === start.value}
            onChange={() => (start.value = each)}
          />
          {format.time(each)}
        </label>
      ))}
    </fieldset>
  );
};

const BookDialog = ({ week, tasks, task }: Props<Booking>) => {
  const texts = t().week;
  const { attorneyId, start, offered, client, title, location } = task.work;
  const { kind } = task.write.state.value;
  const { type } = week.offer.value;
  const isFree =
    !week.isRead.value || start.value !== offered.value[0] || offered.value.includes(start.value);
  const standing = type?.location ?? firm.value?.location;
  const submit = (event: Event) => {
    event.preventDefault();
    tasks.book(task, week.offer.peek());
  };
  return (
    <Dialog
      title={fill(texts.bookAt, { time: formatIn(week.zoneOf(attorneyId)).dayAndTime(start.value) })}
      isUnsent={() => task.isOpen.peek() && client.peek() !== null && kind !== "sending"}
      onClose={() => tasks.close(task)}
    >
      <form onSubmit={submit}>
        <p class="meta">{fill(texts.withAttorney, { name: week.nameOf(attorneyId) })}</p>
        <StartChoice week={week} task={task} />
        <ClientChoice client={client} write={task.write} />
        <Field label={texts.type} error={errorOf(task.write, "type", texts.type)}>
          <OfferChoice week={week} />
        </Field>
        {type === null && (
          <Field label={texts.meeting}>
            <input required {...typing(title)} maxLength={100} />
          </Field>
        )}
        <Field
          label={texts.place}
          hint={standing ? fill(texts.placeOfType, { place: standing }) : undefined}
          error={errorOf(task.write, "location", texts.place)}
        >
          <input {...typing(location)} maxLength={300} />
        </Field>
        {!isFree && <Notice kind="warn">{texts.notFreeFor}</Notice>}
        <SlotNotice week={week} task={task} shown={SHOWN} onLeave={() => tasks.close(task)} />
        <Send
          task={task}
          label={texts.book}
          inert={client.value === null}
          onClose={() => tasks.close(task)}
        />
      </form>
    </Dialog>
  );
};

const SHOWN = ["first_name", "last_name", "email", "phone", "type", "location"];

type SendProps = {
  readonly task: Task;
  readonly label: string;
  readonly kind?: "primary" | "danger";
  readonly inert?: boolean;
  readonly onClose: () => void;
};

const Send = ({ task, label, kind = "primary", inert = false, onClose }: SendProps) => (
  <p class="actions">
    <Button type="submit" kind={kind} inert={inert} busy={task.write.isBusy.value}>
      {label}
    </Button>
    <Button kind="quiet" onClick={onClose}>
      {t().week.back}
    </Button>
  </p>
);

/** The choice of a type or a length, of which free starts are shown. */
export const OfferChoice = ({ week, ...field }: { readonly week: Week; readonly id?: string }) => (
  <Select
    {...field}
    value={week.offer.value.key}
    options={week.offers.value.map(({ key, type, minutes }) => [
      key,
      type
        ? fill(t().week.typeAndLength, { type: type.name, minutes: String(minutes) })
        : fill(t().week.length, { minutes: String(minutes) }),
    ])}
    onChoose={(key) => (week.offerKey.value = key)}
  />
);

const MoveDialog = ({ week, tasks, task }: Props<Move>) => {
  const texts = t().week;
  const { consultation, attorneyId, start } = task.work;
  // A colleague may move it meanwhile.
  const { attorney_id, start_at, lead_id } = week.live(consultation);
  const when = (instant: string, id: string) => {
    const time = formatIn(week.zoneOf(id)).dayAndTime(instant);
    return attorneyId === attorney_id ? time : fill(texts.timeWith, { time, name: week.nameOf(id) });
  };
  const submit = (event: Event) => {
    event.preventDefault();
    tasks.move(task);
  };
  return (
    <Dialog title={fill(texts.moveWhom, { name: leadName(week, lead_id) })} onClose={() => tasks.close(task)}>
      <form onSubmit={submit}>
        <dl class="week-times">
          <dt>{texts.before}</dt>
          <dd>{when(start_at, attorney_id)}</dd>
          <dt>{texts.after}</dt>
          <dd>
            <b>{when(start.value, attorneyId)}</b>
          </dd>
        </dl>
        <StartChoice week={week} task={task} />
        <SlotNotice week={week} task={task} shown={[]} onLeave={() => tasks.close(task)} />
        <Send task={task} label={texts.move} onClose={() => tasks.close(task)} />
      </form>
    </Dialog>
  );
};

const ChangeDialog = ({ week, tasks, task }: Props<Change>) => {
  const { kind } = task.work;
  const consultation = week.live(task.work.consultation);
  const { title, button } = t().week.changes[kind];
  const { outcome, paid, amount } = task.work;
  const name = leadName(week, consultation.lead_id);
  const submit = (event: Event) => {
    event.preventDefault();
    tasks.change(task);
  };
  return (
    <Dialog
      title={fill(title, { name })}
      isUnsent={() => outcome.peek() !== "" && !task.write.isBusy.value}
      onClose={() => tasks.close(task)}
    >
      <form onSubmit={submit}>
        <p>{formatIn(week.zoneOf(consultation.attorney_id)).dayAndTime(consultation.start_at)}</p>
        {kind === "complete" && (
          <Field label={t().week.outcome} error={errorOf(task.write, "outcome", t().week.outcome)}>
            <textarea {...typing(outcome)} maxLength={500} />
          </Field>
        )}
        {kind === "payment" && (
          <>
            <label class="check">
              <input type="checkbox" checked={paid.value} onChange={() => (paid.value = !paid.value)} />
              {t().week.isPaid}
            </label>
            <Field label={t().week.amount} error={errorOf(task.write, "amount", t().week.amount)}>
              <input type="number" min="0" step="any" {...typing(amount)} />
            </Field>
          </>
        )}
        <WriteNotice write={task.write} shown={["outcome", "amount"]} />
        <Send
          task={task}
          label={button}
          kind={kind === "cancel" ? "danger" : "primary"}
          onClose={() => tasks.close(task)}
        />
      </form>
    </Dialog>
  );
};
