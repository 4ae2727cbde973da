import { createdAt } from "../runtime/record-id.ts";
import type { Member } from "./member.rules.ts";
import { memberFields } from "./member-fields.contract.ts";

/** Returns a member as the API shows it to those who read settings. */
export const memberResource = (member: Member) =>
  memberFields.resource(member, { created_at: createdAt(member.id) });
