import { updateMember } from "../../shared/contract/members.ts";
import { memberResource } from "../../shared/domain/members/member.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { updateMember as update } from "../../shared/operations/members/update-member.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";

const table = connectTable();

export const handler = endpoint(updateMember, table, async (request) => ({
  body: memberResource(await update(table, request)),
}));
