import { procedureEndpoint } from "../../shared/api/endpoint.ts";
import { updateMemberEndpoint } from "../../shared/members/member.contract.ts";
import { memberResource } from "../../shared/members/member.rules.ts";
import { updateMember as update } from "../../shared/members/update-member.ts";
import { connectTable } from "../../shared/table/table.ts";

const table = connectTable();

export const handler = procedureEndpoint(updateMemberEndpoint, table, async (request) => ({
  body: memberResource(await update(table, request)),
}));
