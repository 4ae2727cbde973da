import { invalidRequest } from "../../shared/contract/app-error.ts";
import { createMember } from "../../shared/contract/members.ts";
import { LIMITS } from "../../shared/contract/schema/limits.ts";
import { memberResource } from "../../shared/domain/members/member.ts";
import { memberViolations, newMember } from "../../shared/domain/members/member-changes.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { newRecordId } from "../../shared/runtime/new-record-id.ts";
import { readRecord } from "../../shared/storage/dynamodb/read-records.ts";
import { retryOnConflict } from "../../shared/storage/dynamodb/retry-on-conflict.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";
import { settingsRecord } from "../../shared/storage/firm/firm-store.ts";
import { memberStore } from "../../shared/storage/members/member-store.ts";

const table = connectTable();

export const handler = endpoint(createMember, table, async ({ firmId, json, body, nowMilliseconds }) => {
  const input = body(memberViolations(json));
  const settings = await readRecord(table, settingsRecord(firmId));
  const member = newMember(newRecordId(nowMilliseconds), input, settings.timeZone);
  const written = await retryOnConflict(() => memberStore(table).create(firmId, member));
  if (written === "limit") {
    throw invalidRequest([
      { field: "member", message: `cannot be made: a firm has at most ${LIMITS.members} members` },
    ]);
  }
  return { body: memberResource(member) };
});
