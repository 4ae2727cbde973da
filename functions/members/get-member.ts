import { notFound } from "../../shared/contract/app-error.ts";
import { getMember } from "../../shared/contract/members.ts";
import { memberResource } from "../../shared/domain/members/member-resource.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { readRecords } from "../../shared/storage/dynamodb/read-records.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";
import { memberRecord } from "../../shared/storage/members/member-store.ts";

const table = connectTable();

export const handler = endpoint(getMember, table, async ({ firmId, params }) => {
  const { member } = await readRecords(table, { member: memberRecord(firmId, params.id) });
  if (member === null) throw notFound("member");
  return { body: memberResource(member) };
});
