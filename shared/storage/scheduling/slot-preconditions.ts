import type { FirmId } from "../../domain/firm/firm-id.ts";
import type { Member } from "../../domain/members/member.ts";
import type { Hold } from "../../domain/scheduling/hold.ts";
import type { Table } from "../dynamodb/table.ts";
import type { TransactItem } from "../dynamodb/transaction.ts";
import { memberKey } from "../record-keys.ts";
import type { AttorneyDay } from "./attorney-day-store.ts";
import type { DaySlot } from "./day-slot.ts";
import { holdEnding } from "./hold-record.ts";

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
