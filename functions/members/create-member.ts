import { endpoint } from "../../shared/api/endpoint.ts";
import { createMember } from "../../shared/members/create-member.ts";

export const handler = endpoint(createMember);
