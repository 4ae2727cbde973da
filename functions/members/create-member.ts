import { createMember } from "../../shared/contract/members.ts";
import { memberResource } from "../../shared/domain/members/member.ts";
import { memberViolations, newMember } from "../../shared/domain/members/member-changes.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { newRecordId } from "../../shared/runtime/new-record-id.ts";
import { readRecord } from "../../shared/storage/dynamodb/read-records.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";
import { settingsRecord } from "../../shared/storage/firm/firm-store.ts";
import { memberStore } from "../../shared/storage/members/member-store.ts";

const table = connectTable();

export const handler = endpoint(createMember, table, async ({ firmId, json, body, nowMilliseconds }) => {
  const input = body(memberViolations(json));
  const settings = await readRecord(table, settingsRecord(firmId));
  const member = newMember(newRecordId(nowMilliseconds), input, settings.timeZone);
  await memberStore(table).create(firmId, member);
  return { body: memberResource(member) };
});
