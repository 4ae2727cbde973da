import { millisecondsInMinute } from "date-fns/constants";
import { parse, stringify } from "uuid";
import type { Interval } from "./intervals.rules.ts";

/** A slot that an attorney's days hold for a consultation, or for a hold, which expires. */
export type HeldSlot = Interval & {
  readonly id: string;
  readonly attorneyId: string;
  readonly expiresAtMilliseconds?: number | undefined;
};

/** The same as it is stored on a day: of a consultation's id only the beginning, of a hold's all. */
export type DaySlot = Omit<HeldSlot, "id"> & { readonly idPrefix: string };

/** Whether a slot on a day is this one. An attorney's slots do not overlap, so the start tells them apart. */
export const isSlotOf = (slot: DaySlot, { id, attorneyId, start, end }: HeldSlot): boolean =>
  slot.start === start && slot.end === end && slot.attorneyId === attorneyId && id.startsWith(slot.idPrefix);

/** A slot's name in the day's map: its start after midnight (UTC), in minutes and the rest in milliseconds, base 36. */
export const slotKey = (date: string, { start }: Interval): string => {
  const milliseconds = start - Date.parse(date);
  const minutes = Math.floor(milliseconds / millisecondsInMinute);
  const rest = milliseconds - minutes * millisecondsInMinute;
  return [minutes, ...(rest === 0 ? [] : [rest])].map((each) => each.toString(36)).join(".");
};

// Bytes of a slot: the duration in minutes, and the id. That of a hold also has when it expires.
const DURATION_BYTES = 2;
const ID_BYTES = 16;
const EXPIRY_BYTES = 6;
/** The creation time, and 18 random bits. Nine bytes, so that 200 slots of a day fit in three kilobytes. */
const ID_PREFIX_BYTES = 9;
const ID_PREFIX_CHARACTERS = "00000000-0000-7000-80".length;
const EXPIRY_OFFSET = DURATION_BYTES + ID_BYTES;

export const slotBytes = ({ id, start, end, expiresAtMilliseconds }: HeldSlot): Uint8Array => {
  const bytes = Buffer.alloc(EXPIRY_OFFSET + EXPIRY_BYTES);
  bytes.writeUInt16BE((end - start) / millisecondsInMinute);
  bytes.set(parse(id), DURATION_BYTES);
  if (expiresAtMilliseconds === undefined) return bytes.subarray(0, DURATION_BYTES + ID_PREFIX_BYTES);
  bytes.writeUIntBE(expiresAtMilliseconds, EXPIRY_OFFSET, EXPIRY_BYTES);
  return bytes;
};

export const parseSlotBytes = (
  attorneyId: string,
  date: string,
  [key, value]: [string, Uint8Array],
): DaySlot => {
  const bytes = Buffer.from(value);
  const [minutes = "", rest = "0"] = key.split(".");
  const start =
    Date.parse(date) + Number.parseInt(minutes, 36) * millisecondsInMinute + Number.parseInt(rest, 36);
  const id = Buffer.alloc(ID_BYTES);
  bytes.copy(id, 0, DURATION_BYTES);
  const isHold = bytes.length > EXPIRY_OFFSET;
  return {
    attorneyId,
    idPrefix: stringify(id).slice(0, isHold ? undefined : ID_PREFIX_CHARACTERS),
    start,
    end: start + bytes.readUInt16BE() * millisecondsInMinute,
    ...(isHold && { expiresAtMilliseconds: bytes.readUIntBE(EXPIRY_OFFSET, EXPIRY_BYTES) }),
  };
};
