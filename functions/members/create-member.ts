import { endpoint } from "../../shared/api/endpoint.ts";
import { createMember as create } from "../../shared/members/create-member.ts";
import { createMember } from "../../shared/members/member.contract.ts";
import { memberResource } from "../../shared/members/member.rules.ts";
import { connectTable } from "../../shared/table/table.ts";

const table = connectTable();

export const handler = endpoint(createMember, table, async (request) => ({
  body: memberResource(await create(table, request)),
}));
