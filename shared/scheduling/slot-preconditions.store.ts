import type { Member } from "../members/member.rules.ts";
import type { FirmId } from "../table/firm-id.ts";
import { memberKey } from "../table/record-keys.ts";
import type { Write } from "../table/write.ts";
import type { AttorneyDay } from "./attorney-day.store.ts";
import type { HeldSlot } from "./day-slot.store.ts";
import type { Hold } from "./hold.rules.ts";
import { holdEnding } from "./hold-record.store.ts";

/** What the slot check read; the write requires it unchanged. */
export type SlotPreconditions = {
  readonly attorney: Member;
  readonly days: readonly AttorneyDay[];
  /** The hold that the slot replaces; the write ends it. */
  readonly hold: Hold | null;
  /** Slots on these days that the write may drop: of the replaced hold and of expired ones. */
  readonly obsolete: readonly HeldSlot[];
};

/** The writes that a taken slot needs in addition to the day items. */
export const preconditionWrites = (firm: FirmId, { attorney, hold }: SlotPreconditions): Write[] => [
  memberCheck(firm, attorney),
  ...(hold ? holdEnding(firm, hold) : []),
];

/** Requires the attorney's settings to be unchanged since the slot check read them. */
const memberCheck = (firm: FirmId, { id, version, minSettingsVersion }: Member): Write => ({
  ConditionCheck: {
    Key: memberKey(firm, id),
    ConditionExpression: "version = :version AND minSettingsVersion = :minimum",
    ExpressionAttributeValues: { ":version": version, ":minimum": minSettingsVersion },
  },
});
