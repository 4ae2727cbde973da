import { operation } from "../api/operation.ts";
import { settingsRecord } from "../firm/firm.store.ts";
import { createMemberEndpoint } from "./member.contract.ts";
import { memberResource } from "./member.rules.ts";
import { putMember } from "./member.store.ts";
import { memberViolations, newMember } from "./member-changes.rules.ts";

/** Creates a member in the firm's time zone, unless the body names another. */
export const createMember = operation(createMemberEndpoint, {
  reads: ({ firmId }) => ({ settings: settingsRecord(firmId) }),

  violations: (_, { json }) => memberViolations(json),

  decide: ({ settings }, { firmId, input, newId }) => {
    const member = newMember(newId, input, settings.timeZone);
    return { writes: putMember(firmId, member), answer: memberResource(member) };
  },
});
