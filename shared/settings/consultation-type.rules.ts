import { LIMITS } from "../schema/limits.ts";
import type { RecordOf } from "../schema/record-fields.ts";
import { trimmed } from "../schema/text.ts";
import type { consultationTypeFields } from "./consultation-type.contract.ts";
import type { FirmSettings } from "./firm.rules.ts";

export type ConsultationType = RecordOf<typeof consultationTypeFields>;

/** Returns the type with this key; undefined for free text. */
export const findConsultationType = (
  { consultationTypes }: Pick<FirmSettings, "consultationTypes">,
  text: unknown,
): ConsultationType | undefined =>
  typeof text === "string" ? consultationTypes.find(({ key }) => key === trimmed(text)) : undefined;

/** Returns the amount and the location of a booking whose body has none. */
export const defaultsOf = (
  settings: FirmSettings,
  text: unknown,
): Pick<ConsultationType, "amount" | "location"> => {
  const type = findConsultationType(settings, text);
  return { amount: type?.amount ?? null, location: type?.location ?? settings.location };
};

/**
 * Returns the attorneys of the firm who may take a booking of the type. Takes and returns ids in the order of their
 * creation.
 */
export const poolOf = (
  { attorneyIds }: Pick<ConsultationType, "attorneyIds">,
  ids: readonly string[],
): string[] => ids.filter((id) => attorneyIds?.includes(id) ?? true).slice(0, LIMITS.poolAttorneys);

type Wanted = { readonly type?: string | undefined; readonly duration_min?: number | undefined };

/** Returns the duration of a valid booking or hold: its own, or that of its type. */
export const wantedMinutes = (settings: FirmSettings, { type, duration_min }: Wanted): number => {
  const minutes = duration_min ?? findConsultationType(settings, type)?.durationMinutes;
  if (minutes === undefined) throw new Error("A booking without a duration was not refused.");
  return minutes;
};
