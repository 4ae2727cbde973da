import type { Firm, UpdateFirmBody } from "../../../client/src/generated.ts";
import { keyFor, termsFor } from "./rules.ts";

/** What the form of a consultation type has, with whether clients may use links. */
export type BookingValues = {
  readonly name: string;
  readonly minutes: string;
  readonly price: string;
  /** The ids of the pool, with commas between them; empty for everybody. */
  readonly pool: string;
  readonly enabled: boolean;
};

type Type = Firm["consultation_types"][number];

const NEW: Type = {
  key: "",
  name: "",
  duration_min: 60,
  amount: null,
  location: null,
  attorney_ids: null,
  reminders_min: null,
};

const typeOf = ({ consultation_types }: Firm, key: string): Type =>
  consultation_types.find((type) => type.key === key) ?? NEW;

/** @param key the key of a type; empty for a new one */
export const bookingValues = (firm: Firm, key: string): BookingValues => {
  const { name, duration_min, amount, attorney_ids } = typeOf(firm, key);
  return {
    name,
    minutes: String(duration_min),
    price: amount === null ? "" : String(amount),
    pool: (attorney_ids ?? []).join(","),
    // The first type comes with links.
    enabled: firm.self_service.enabled || firm.consultation_types.length === 0,
  };
};

/** Returns a type's fields as they are sent; the others stay. */
const fieldsOf = ({ name, minutes, price, pool }: Partial<BookingValues>): Partial<Type> => ({
  ...(name !== undefined && { name }),
  ...(minutes !== undefined && { duration_min: Number(minutes) }),
  ...(price !== undefined && { amount: price === "" ? null : Number(price) }),
  ...(pool !== undefined && { attorney_ids: pool === "" ? null : pool.split(",") }),
});

/** Returns the list of types with the changes in it: the API replaces a list whole. */
const typesWith = (firm: Firm, key: string, fields: Partial<Type>): Type[] => {
  const types = firm.consultation_types;
  const changed = { ...typeOf(firm, key), ...fields };
  if (key !== "") return types.map((type) => (type.key === key ? changed : type));
  const taken = types.map((type) => type.key);
  return [...types, { ...changed, key: keyFor(changed.name, taken, "consultation") }];
};

/** Returns the change of the firm's settings that makes, of what is stored, what was typed. */
export const bookingBody = (
  firm: Firm,
  key: string,
  { enabled, ...typed }: Partial<BookingValues>,
): UpdateFirmBody => ({
  ...(Object.keys(typed).length > 0 && { consultation_types: typesWith(firm, key, fieldsOf(typed)) }),
  ...(enabled !== undefined && { self_service: termsFor(firm.self_service, enabled) }),
});
