import { tooMany } from "../../contract/app-error.ts";
import type { NewMember } from "../../contract/members.ts";
import { LIMITS } from "../../contract/schema/limits.ts";
import type { Violation } from "../../contract/schema/violations.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import type { Member } from "../../domain/members/member.ts";
import { memberViolations, newMember } from "../../domain/members/member-changes.ts";
import { newRecordId } from "../../runtime/new-record-id.ts";
import { readRecord } from "../../storage/dynamodb/read-records.ts";
import { retryOnConflict } from "../../storage/dynamodb/retry-on-conflict.ts";
import type { Table } from "../../storage/dynamodb/table.ts";
import { settingsRecord } from "../../storage/firm/firm-store.ts";
import { memberStore } from "../../storage/members/member-store.ts";

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
