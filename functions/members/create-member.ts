import { createMember } from "../../shared/contract/members.ts";
import { memberResource } from "../../shared/domain/members/member.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { createMember as create } from "../../shared/operations/members/create-member.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";

const table = connectTable();

export const handler = endpoint(createMember, table, async (request) => ({
  body: memberResource(await create(table, request)),
}));
