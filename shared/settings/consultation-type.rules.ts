import { LIMITS } from "../schema/limits.ts";
import type { RecordOf } from "../schema/record-fields.ts";
import { trimmed } from "../schema/text.ts";
import type { consultationTypeFields } from "./consultation-type.contract.ts";
import type { FirmSettings } from "./firm.rules.ts";

export type ConsultationType = RecordOf<typeof consultationTypeFields>;

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
