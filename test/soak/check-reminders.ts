import {
  type Appointment,
  type FirmSettings,
  type History,
  type Reminder,
  settingsDuring,
} from "./history.ts";

// An independent implementation of the contract's rules about reminders, which shares no code with the product.

const MINUTE = 60_000;
/** The largest delay of a reminder. */
const LATEST = 60_000;

/** Returns a line for each reminder that came but must not, and for each that must come but did not. */
export const checkReminders = (history: History): string[] => [
  ...repeated(history.reminders),
  ...history.reminders.flatMap((reminder) => {
    const own = history.appointments.filter(
      ({ id, start }) => id === reminder.id && start === reminder.start,
    );
    return own.some((each) => mayCome(history, each, reminder)) ? [] : [`unexpected ${named(reminder)}`];
  }),
  ...history.appointments.flatMap((appointment) =>
    mustHaveCome(history, appointment)
      .map((minutes) => named({ ...appointment, minutes }))
      .filter((name) => !history.reminders.some((reminder) => named(reminder) === name))
      .map((name) => `missing ${name}`),
  ),
];

type Name = Pick<Reminder, "id" | "start" | "minutes">;

const named = ({ id, start, minutes }: Name) =>
  `reminder of ${id}, ${minutes} min before ${new Date(start).toISOString()}`;

const repeated = (reminders: readonly Reminder[]): string[] => {
  const names = reminders.map(named);
  return names.filter((name, index) => names.indexOf(name) < index).map((name) => `repeated ${name}`);
};

const dueOf = ({ start }: Pick<Appointment, "start">, minutes: number) => start - minutes * MINUTE;

/** Returns the lists that may have been in force when the start was set. */
const possibleLists = ({ firm }: History, { set }: Appointment): (readonly number[])[] =>
  settingsDuring<FirmSettings>(firm, set).map(
    ({ consultation_types: [type], reminders_min }) => type.reminders_min ?? reminders_min,
  );

const mayCome = (history: History, appointment: Appointment, { minutes, at }: Reminder): boolean => {
  const { start, set, ended } = appointment;
  const due = dueOf(appointment, minutes);
  const isConfigured = possibleLists(history, appointment).some((list) => list.includes(minutes));
  const from = Math.max(due, set.to);
  // A busy machine may take longer for the first sweep that finds it.
  const wasFound = history.sweeps.some((sweep) => from <= sweep.from && sweep.to < at);
  const isInTime = due <= at && (at <= from + LATEST || !wasFound) && at < start;
  return isConfigured && isInTime && due > set.from && set.from <= at && at <= ended.to;
};

/** Returns the reminders for which a sweep began when they were due, and ended before the consultation changed. */
const mustHaveCome = (history: History, appointment: Appointment): number[] => {
  const { start, set, ended } = appointment;
  const [first = [], ...others] = possibleLists(history, appointment);
  const certain = first.filter((minutes) => others.every((list) => list.includes(minutes)));
  return certain.filter((minutes) => {
    const due = dueOf(appointment, minutes);
    const from = Math.max(due, set.to);
    return (
      due > set.to &&
      history.sweeps.some((sweep) => from <= sweep.from && sweep.to < Math.min(ended.from, start))
    );
  });
};
