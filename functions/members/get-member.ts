import { requireFound } from "../../shared/contract/app-error.ts";
import { getMember } from "../../shared/contract/members.ts";
import { memberResource } from "../../shared/domain/members/member.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { readRecord } from "../../shared/storage/dynamodb/read-records.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";
import { memberRecord } from "../../shared/storage/members/member-store.ts";

const table = connectTable();

export const handler = endpoint(getMember, table, async ({ firmId, params }) => {
  const member = requireFound("member", await readRecord(table, memberRecord(firmId, params.id)));
  return { body: memberResource(member) };
});
