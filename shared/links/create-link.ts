import { newKey } from "../api/keys/new-key.ts";
import { operation, required } from "../api/operation.ts";
import { consultationRecord } from "../consultations/consultation.store.ts";
import { leadRecord } from "../leads/lead.store.ts";
import { memberRecordFromBody } from "../members/member.store.ts";
import { LIMITS } from "../schema/limits.ts";
import { settingsRecord } from "../settings/firm.store.ts";
import { firmStateRecord, markedKey } from "../settings/firm-state.store.ts";
import { recordFromBody, uncached } from "../table/read-records.ts";
import { sha256 } from "../table/record-keys.ts";
import { requireAllowed, selfServiceViolations } from "./client-changes.rules.ts";
import { createLinkEndpoint } from "./link.contract.ts";
import { bookableUntilEpochSeconds, linkAddress, linkResource, newLinkViolations } from "./link.rules.ts";
import { putLink } from "./link.store.ts";
import { linkFields } from "./link-fields.contract.ts";

/** Creates a link. Only this answer has its address, with the secret. */
export const createLink = operation(createLinkEndpoint, {
  reads: ({ firmId, params, json }) => ({
    lead: required("lead", leadRecord(firmId, params.id)),
    settings: uncached(settingsRecord(firmId)),
    state: firmStateRecord(firmId),
    consultation: recordFromBody(json.consultation_id, (id) => consultationRecord(firmId, id)),
    attorney: memberRecordFromBody(firmId, json.attorney_id),
  }),

  violations: (records, request) => newLinkViolations(records, request),

  decide: ({ lead, settings, state, consultation }, { firmId, input, nowMilliseconds, baseUrl }) => {
    requireAllowed(selfServiceViolations(settings.selfService));
    const { type = null, attorneyId = null, consultationId = null } = linkFields.newFields(input);
    const expiresAtEpochSeconds =
      consultationId === null
        ? bookableUntilEpochSeconds(input.expires_in_hours, nowMilliseconds)
        : undefined;
    const { secret, key } = newKey(firmId, { ...LINK_KEY, expiresAtEpochSeconds }, nowMilliseconds);
    const link = {
      id: key.id,
      leadId: lead.id,
      type,
      attorneyId,
      consultationId,
      expiresAtEpochSeconds,
      sha256: sha256(secret),
    };
    return {
      writes: putLink(firmId, { link, consultation, secret, key: markedKey(key, state) }),
      answer: { ...linkResource({ link, consultation }, lead.id), url: linkAddress(baseUrl, secret) },
    };
  },
});

const LINK_KEY = {
  kind: "link" as const,
  name: "Link",
  scopes: [],
  requestsPerMinute: LIMITS.linkRequestsPerMinute,
};
