import { endpoint } from "../../shared/api/endpoint.ts";
import { updateMember } from "../../shared/members/update-member.ts";

export const handler = endpoint(updateMember);
