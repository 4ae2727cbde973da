import { operation, required } from "../api/operation.ts";
import { requireVersion } from "../api/request-headers.ts";
import { changeListedMember } from "./attorney-list.store.ts";
import { changeAccess } from "./change-access.store.ts";
import { updateMemberEndpoint } from "./member.contract.ts";
import { memberResource } from "./member.rules.ts";
import { memberRecord } from "./member.store.ts";
import { memberChange, memberViolations } from "./member-changes.rules.ts";

/** Changes the fields that differ. */
export const updateMember = operation(updateMemberEndpoint, {
  reads: ({ firmId, params }) => ({ member: required("member", memberRecord(firmId, params.id)) }),

  violations: ({ member }, { json, nowMilliseconds }) => memberViolations(json, member, nowMilliseconds),

  decide: async ({ member }, { firmId, input, expectedVersions, nowMilliseconds, key }, read) => {
    requireVersion("member", member, expectedVersions);
    const fields = memberChange(member, input, nowMilliseconds);
    if (Object.keys(fields).length === 0) return { answer: memberResource(member) };
    const after = { ...member, ...fields, version: member.version + 1 };
    const access = await changeAccess(firmId, { before: member, after, caller: key }, read);
    return {
      writes: [...(await changeListedMember(firmId, member, fields, read)), ...access],
      answer: memberResource(after),
    };
  },
});
