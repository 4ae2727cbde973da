import { tooMany } from "../api/app-error.ts";
import { LIMITS } from "../api/schema/limits.ts";
import type { Violation } from "../api/schema/violations.ts";
import { settingsRecord } from "../firm/firm.store.ts";
import { newRecordId } from "../runtime/new-record-id.ts";
import type { FirmId } from "../table/firm-id.ts";
import { readRecord } from "../table/read-records.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import type { Table } from "../table/table.ts";
import type { NewMember } from "./member.contract.ts";
import type { Member } from "./member.rules.ts";
import { memberStore } from "./member.store.ts";
import { memberViolations, newMember } from "./member-changes.rules.ts";

type Request = {
  readonly firmId: FirmId;
  readonly json: Readonly<Record<string, unknown>>;
  readonly body: (otherViolations: readonly Violation[]) => NewMember;
  readonly nowMilliseconds: number;
};

/**
 * Creates a member in the firm's time zone, unless the body names another.
 * @throws AppError `invalid_request`, also when the firm has too many members
 */
export const createMember = async (
  table: Table,
  { firmId, json, body, nowMilliseconds }: Request,
): Promise<Member> => {
  const input = body(memberViolations(json));
  const settings = await readRecord(table, settingsRecord(firmId));
  const member = newMember(newRecordId(nowMilliseconds), input, settings.timeZone);
  const written = await retryOnConflict(() => memberStore(table).create(firmId, member));
  if (written === "limit") throw tooMany("member", LIMITS.members);
  return member;
};
