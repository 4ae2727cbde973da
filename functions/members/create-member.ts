import { endpoint } from "../../shared/api/endpoint.ts";
import { createMember } from "../../shared/members/create-member.ts";
import { connectTable } from "../../shared/table/table.ts";

export const handler = endpoint(createMember, connectTable());
