import { procedureEndpoint } from "../../shared/api/endpoint.ts";
import { createMember as create } from "../../shared/members/create-member.ts";
import { createMemberEndpoint } from "../../shared/members/member.contract.ts";
import { memberResource } from "../../shared/members/member.rules.ts";
import { connectTable } from "../../shared/table/table.ts";

const table = connectTable();

export const handler = procedureEndpoint(createMemberEndpoint, table, async (request) => ({
  body: memberResource(await create(table, request)),
}));
