import { requireFound } from "../../shared/api/app-error.ts";
import { procedureEndpoint } from "../../shared/api/endpoint.ts";
import { getMemberEndpoint } from "../../shared/members/member.contract.ts";
import { memberResource } from "../../shared/members/member.rules.ts";
import { memberRecord } from "../../shared/members/member.store.ts";
import { readRecord } from "../../shared/table/read-records.ts";
import { connectTable } from "../../shared/table/table.ts";

const table = connectTable();

export const handler = procedureEndpoint(getMemberEndpoint, table, async ({ firmId, params }) => {
  const member = requireFound("member", await readRecord(table, memberRecord(firmId, params.id)));
  return { body: memberResource(member) };
});
