import type { Member } from "../members/member.rules.ts";
import type { FirmId } from "../table/firm-id.ts";
import { memberKey } from "../table/record-keys.ts";
import type { Table } from "../table/table.ts";
import type { TransactItem } from "../table/transaction.ts";
import type { AttorneyDay } from "./attorney-day.store.ts";
import type { DaySlot } from "./day-slot.store.ts";
import type { Hold } from "./hold.rules.ts";
import { holdEnding } from "./hold-record.store.ts";

/** What the slot check read; the write requires it unchanged. */
export type SlotPreconditions = {
  readonly attorney: Member;
  readonly days: readonly AttorneyDay[];
  /** The hold that the slot replaces; the write ends it. */
  readonly hold: Hold | null;
  /** Slots on these days that the write may drop: of the replaced hold and of expired ones. */
  readonly obsolete: readonly DaySlot[];
};

/** The writes that a taken slot needs in addition to the day items. */
export const preconditionWrites = (
  table: Table,
  firm: FirmId,
  { attorney, hold }: SlotPreconditions,
): TransactItem[] => [memberCheck(table, firm, attorney), ...(hold ? holdEnding(table, firm, hold) : [])];

/** Requires the attorney's settings to be unchanged since the slot check read them. */
const memberCheck = (
  table: Table,
  firm: FirmId,
  { id, version, minSettingsVersion }: Member,
): TransactItem => ({
  ConditionCheck: {
    TableName: table.name,
    Key: memberKey(firm, id),
    ConditionExpression: "version = :version AND minSettingsVersion = :minimum",
    ExpressionAttributeValues: { ":version": version, ":minimum": minSettingsVersion },
  },
});
