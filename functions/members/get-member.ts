import { notFound } from "../../shared/contract/app-error.ts";
import { getMember } from "../../shared/contract/members.ts";
import { memberResource } from "../../shared/domain/member-resource.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { memberRecord } from "../../shared/storage/member-store.ts";
import { readTogether } from "../../shared/storage/read-together.ts";
import { connectTable } from "../../shared/storage/table.ts";

const table = connectTable();

export const handler = endpoint(getMember, table, async ({ firmId, params }) => {
  const { member } = await readTogether(table, { member: memberRecord(firmId, params.id) });
  if (member === null) throw notFound("member");
  return { body: memberResource(member) };
});
