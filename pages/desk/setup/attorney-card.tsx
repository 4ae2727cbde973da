import { useSignal } from "@preact/signals";
import type { Member } from "../../../client/src/index.ts";
import { fill } from "../../shared/fill.ts";
import { Field, type Option, Select } from "../controls.tsx";
import { clockTime, formatIn } from "../dates.ts";
import type { Form } from "../form.ts";
import { BothIn, Check, Rows, Sheet } from "../sheet.tsx";
import { t } from "../texts.ts";
import { Calendars } from "./calendars.tsx";
import { FIRST_HOURS, type HoursRow, rowOfField } from "./hours.ts";
import { type MemberValues, useMemberForm } from "./member-form.ts";
import { attorneysOf } from "./rules.ts";

type Props = { readonly members: readonly Member[]; readonly onSaved: () => void };

/** The people whom clients can book: one at a time, with hours and calendars. */
export const AttorneyCard = ({ members, onSaved }: Props) => {
  const chosen = useSignal(attorneysOf(members)[0]?.id ?? "");
  const texts = t().setup.attorney;
  const active = members.filter((member) => member.active);
  const member = active.find(({ id }) => id === chosen.value) ?? null;
  const saved = ({ id }: Member) => {
    chosen.value = id;
    onSaved();
  };
  return (
    <>
      <Field label={texts.who}>
        <Select
          value={member?.id ?? ""}
          options={[...active.map(({ id, name }): Option => [id, name]), ["", texts.somebodyNew]]}
          onChoose={(id) => {
            chosen.value = id;
          }}
        />
      </Field>
      <AttorneyForm key={`form ${member?.id}`} member={member} members={members} onSaved={saved} />
      {member && <Calendars key={member.id} id={member.id} />}
    </>
  );
};

type FormProps = Pick<Props, "members"> & {
  readonly member: Member | null;
  readonly onSaved: (saved: Member) => void;
};

const AttorneyForm = (props: FormProps) => {
  const texts = t().setup;
  const form = useMemberForm({ ...props, isAttorney: true });
  const { values, change, theirs } = form;
  return (
    <Sheet
      form={form}
      list="office_hours"
      fields={{ name: { label: texts.name }, email: { label: texts.email, mode: "email" } }}
    >
      <Check
        form={form}
        field="schedulable"
        label={fill(texts.attorney.isBookable, { name: values.name || texts.attorney.thisMember })}
        isChecked={values.schedulable}
        onCheck={(schedulable) => change({ schedulable })}
      />
      <Hours form={form} zone={props.member?.time_zone ?? null} />
      <BothIn form={form} field="hours" label={texts.attorney.hoursAlone} theirs={hoursWords(theirs.hours)} />
    </Sheet>
  );
};

// 1 January 2024 was a Monday.
const dayName = (weekday: number) => formatIn("UTC").longWeekday(`2024-01-0${weekday}`);
const timeWords = (time: string) => clockTime(`2024-01-01T${time}:00.000Z`, "UTC");

const hoursWords = (rows: readonly HoursRow[]) =>
  rows
    .map(({ from, to, start, end }) =>
      fill(t().setup.attorney.row, {
        from: dayName(from),
        to: dayName(to),
        start: timeWords(start),
        end: timeWords(end),
      }),
    )
    .join(", ");

const DAYS = [1, 2, 3, 4, 5, 6, 7];

const Hours = ({ form, zone }: { readonly form: Form<MemberValues>; readonly zone: string | null }) => {
  const texts = t().setup.attorney;
  const { hours } = form.values;
  const days = DAYS.map((day): Option => [String(day), dayName(day)]);
  return (
    <Rows
      form={form}
      legend={fill(texts.hours, { zone: zone?.replaceAll("_", " ") ?? texts.firmZone })}
      rows={hours}
      onChange={(changed) => form.change({ hours: changed })}
      blank={FIRST_HOURS}
      add={texts.add}
      list="office_hours"
      rowOf={(field) => rowOfField(hours, field)}
      draw={({ from, to, start, end }, set, row) => (
        <>
          <Select
            name={`${texts.from}: ${row}`}
            value={String(from)}
            options={days}
            onChoose={(day) => set({ from: Number(day) })}
          />
          <Select
            name={`${texts.to}: ${row}`}
            value={String(to)}
            options={days}
            onChoose={(day) => set({ to: Number(day) })}
          />
          <input
            type="time"
            aria-label={`${texts.starts}: ${row}`}
            value={start}
            onInput={(event) => set({ start: event.currentTarget.value })}
          />
          <input
            type="time"
            aria-label={`${texts.ends}: ${row}`}
            value={end}
            onInput={(event) => set({ end: event.currentTarget.value })}
          />
        </>
      )}
    />
  );
};
