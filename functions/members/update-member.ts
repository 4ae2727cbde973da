import { endpoint } from "../../shared/api/endpoint.ts";
import { updateMember } from "../../shared/members/update-member.ts";
import { connectTable } from "../../shared/table/table.ts";

export const handler = endpoint(updateMember, connectTable());
