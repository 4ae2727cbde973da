import { operation, required } from "../api/operation.ts";
import { consultationRecord } from "../consultations/consultation.store.ts";
import { leadRecord } from "../leads/lead.store.ts";
import { memberRecordFromBody } from "../members/member.store.ts";
import { settingsRecord } from "../settings/firm.store.ts";
import { firmStateRecord } from "../settings/firm-state.store.ts";
import { recordFromBody, uncached } from "../table/read-records.ts";
import { requireAllowed, selfServiceViolations } from "./client-changes.rules.ts";
import { createLinkEndpoint } from "./link.contract.ts";
import { bookableUntilEpochSeconds, linkAddress, linkResource, newLinkViolations } from "./link.rules.ts";
import { linkFields } from "./link-fields.contract.ts";
import { newLink } from "./new-link.store.ts";

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
    const { link, secret, writes } = newLink(
      { leadId: lead.id, type, attorneyId, consultationId, expiresAtEpochSeconds, consultation },
      { firmId, state, nowMilliseconds },
    );
    return {
      writes,
      answer: { ...linkResource({ link, consultation }, lead.id), url: linkAddress(baseUrl, secret) },
    };
  },
});
