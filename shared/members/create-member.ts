import { operation } from "../api/operation.ts";
import { requireSettings, settingsRecord } from "../settings/firm.store.ts";
import { uncached } from "../table/read-records.ts";
import { listAttorney } from "./attorney-list.store.ts";
import { changeAccess } from "./change-access.store.ts";
import { createMemberEndpoint } from "./member.contract.ts";
import { isBookable, memberResource } from "./member.rules.ts";
import { putMember } from "./member.store.ts";
import { memberViolations, newMember } from "./member-changes.rules.ts";

/** Creates a member in the firm's time zone, unless the body names another. */
export const createMember = operation(createMemberEndpoint, {
  reads: ({ firmId }) => ({ settings: uncached(settingsRecord(firmId)) }),

  violations: ({ settings: { timeZone } }, { json, nowMilliseconds }) =>
    memberViolations(json, { timeZone, dateHours: [] }, nowMilliseconds),

  decide: async ({ settings }, { firmId, input, newId, key }, read) => {
    const member = newMember(newId, input, settings);
    const access = await changeAccess(firmId, { before: null, after: member, caller: key }, read);
    const listed = isBookable(member) ? await listAttorney(firmId, member, read) : [];
    return {
      writes: [...putMember(firmId, member), requireSettings(firmId, settings), ...listed, ...access],
      answer: memberResource(member),
    };
  },
});
