import { LIMITS } from "../schema/limits.ts";
import { trimmed } from "../schema/text.ts";
import type { ConsultationTypeResource } from "./consultation-type.contract.ts";
import type { FirmSettings } from "./firm.rules.ts";

/** A kind of consultation that the firm offers: what a booking of it need not say. */
export type ConsultationType = {
  /** What `type` of a booking names. */
  readonly key: string;
  readonly name: string;
  readonly durationMinutes: number;
  /** In the firm's currency. */
  readonly amount: number | null;
  /** The pool: members of whom any may take a booking; null for everybody who can be booked. */
  readonly attorneyIds: readonly string[] | null;
  /** Instead of the firm's, when a consultation of this type is booked or moved; null for the firm's. */
  readonly reminderMinutes: readonly number[] | null;
};

export const newConsultationType = (input: ConsultationTypeResource): ConsultationType => ({
  key: input.key,
  name: input.name,
  durationMinutes: input.duration_min,
  amount: input.amount,
  attorneyIds: input.attorney_ids,
  reminderMinutes: input.reminders_min,
});

export const consultationTypeResource = (type: ConsultationType): ConsultationTypeResource => ({
  key: type.key,
  name: type.name,
  duration_min: type.durationMinutes,
  amount: type.amount,
  attorney_ids: type.attorneyIds && [...type.attorneyIds],
  reminders_min: type.reminderMinutes && [...type.reminderMinutes],
});

/** The type that a text is the key of; undefined for free text. */
export const findConsultationType = (
  { consultationTypes }: Pick<FirmSettings, "consultationTypes">,
  text: unknown,
): ConsultationType | undefined =>
  typeof text === "string" ? consultationTypes.find(({ key }) => key === trimmed(text)) : undefined;

/** Those of the firm's attorneys, by their ids in the order of their creation, of whom any may take a booking of the type. */
export const poolOf = (
  { attorneyIds }: Pick<ConsultationType, "attorneyIds">,
  ids: readonly string[],
): string[] => ids.filter((id) => attorneyIds?.includes(id) ?? true).slice(0, LIMITS.poolAttorneys);

type Wanted = { readonly type?: string | undefined; readonly duration_min?: number | undefined };

/** The duration of a valid booking or hold, which it sends or its type has. */
export const wantedMinutes = (settings: FirmSettings, { type, duration_min }: Wanted): number => {
  const minutes = duration_min ?? findConsultationType(settings, type)?.durationMinutes;
  if (minutes === undefined) throw new Error("A booking without a duration was not refused.");
  return minutes;
};
