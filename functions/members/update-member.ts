import { notFound } from "../../shared/contract/app-error.ts";
import { updateMember } from "../../shared/contract/members.ts";
import { memberViolations } from "../../shared/domain/members/member-changes.ts";
import { memberResource } from "../../shared/domain/members/member-resource.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { updateMember as update } from "../../shared/operations/members/update-member.ts";
import { readRecords } from "../../shared/storage/dynamodb/read-records.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";
import { memberRecord } from "../../shared/storage/members/member-store.ts";

const table = connectTable();

export const handler = endpoint(
  updateMember,
  table,
  async ({ firmId, params, json, body, expectedVersion }) => {
    const { member } = await readRecords(table, { member: memberRecord(firmId, params.id) });
    if (member === null) throw notFound("member");
    const changes = body(memberViolations(json));
    return { body: memberResource(await update(table, { firmId, member }, changes, expectedVersion)) };
  },
);
