import { useSignal } from "@preact/signals";
import type { Firm, Member } from "../../../client/src/index.ts";
import { fill } from "../../shared/fill.ts";
import { Field, type Option, Select } from "../controls.tsx";
import { memberName, setFirm } from "../directory.ts";
import { useForm } from "../form.ts";
import { intake } from "../requests.ts";
import { Check, Sheet } from "../sheet.tsx";
import { t } from "../texts.ts";
import { counted, listWords } from "../words.ts";
import { type BookingValues, bookingBody, bookingValues } from "./booking.ts";
import { poolsOf, termsFor } from "./rules.ts";
import { asRead, readFirm } from "./state.ts";

type Props = { readonly firm: Firm; readonly members: readonly Member[]; readonly onSaved: () => void };

/** One type at a time, with what clients may do by their links. */
export const BookingCard = (props: Props) => {
  const types = props.firm.consultation_types;
  const chosen = useSignal(types[0]?.key ?? "");
  const texts = t().setup.booking;
  return (
    <>
      {types.length > 0 && (
        <Field label={texts.which}>
          <Select
            value={chosen.value}
            options={[...types.map(({ key, name }): Option => [key, name]), ["", texts.another]]}
            onChoose={(key) => {
              chosen.value = key;
            }}
          />
        </Field>
      )}
      <TypeForm key={chosen.value} type={chosen.value} {...props} />
    </>
  );
};

/** @param type the key of a type; empty for a new one */
const TypeForm = ({ type, firm, members, onSaved }: Props & { readonly type: string }) => {
  const texts = t().setup.booking;
  const types = firm.consultation_types;
  const findNew = async ({ name }: BookingValues) => {
    const now = await readFirm();
    return now.consultation_types.slice(types.length).some((each) => each.name === name.trim()) ? now : null;
  };
  const form = useForm<Firm, BookingValues>({
    stored: firm,
    valuesOf: (stored) => bookingValues(stored, type),
    what: ({ name }) => fill(t().setup.saving, { name }),
    send: (changes, stored, options) =>
      intake().updateFirm({ headers: asRead(stored), body: bookingBody(stored, type, changes) }, options),
    read: readFirm,
    find: type === "" ? findNew : undefined,
    onSaved: (saved) => {
      setFirm(saved);
      onSaved();
    },
  });
  const { values, change } = form;
  const position = types.findIndex(({ key }) => key === type);
  const api = (field: string) => `consultation_types[${position < 0 ? types.length : position}].${field}`;
  const poolWords = (pool: string) =>
    pool === "" ? texts.everybody : listWords(pool.split(",").map(memberName));
  const { currency, self_service } = firm;
  return (
    <Sheet
      form={form}
      fields={{
        name: { label: t().setup.name, api: api("name") },
        pool: {
          label: texts.with,
          options: poolsOf(members, values.pool).map((pool) => [pool, poolWords(pool)]),
        },
        minutes: { label: texts.minutes, api: api("duration_min"), step: "1" },
        price: {
          label: currency ? fill(texts.priceIn, { currency }) : texts.price,
          hint: currency ? undefined : texts.noCurrency,
          api: api("amount"),
          step: "0.01",
        },
      }}
    >
      <Check
        form={form}
        field="enabled"
        label={texts.links}
        isChecked={values.enabled}
        onCheck={(enabled) => change({ enabled })}
      />
      {values.enabled && (
        <p class="hint">{termsWords({ ...self_service, ...termsFor(self_service, true) })}</p>
      )}
    </Sheet>
  );
};

const termsWords = ({ reschedule_notice_min, cancel_notice_min, max_reschedules }: Firm["self_service"]) => {
  const texts = t().setup.booking;
  const until = (minutes: number | null) =>
    minutes === null ? texts.anyTime : counted(texts.until, Math.round(minutes / 6) / 10);
  return fill(texts.terms, {
    moveUntil: until(reschedule_notice_min),
    cancelUntil: until(cancel_notice_min),
    moves: max_reschedules === null ? texts.anyMoves : counted(texts.moves, max_reschedules),
  });
};
