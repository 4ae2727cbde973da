import { checked, type OperationRequest, operation, required } from "../api/operation.ts";
import { requireUnerasedLead, requireUnmerged } from "../leads/lead.rules.ts";
import { leadRecord, putLead } from "../leads/lead.store.ts";
import { memberRecordFromBody } from "../members/member.store.ts";
import { isUuid } from "../runtime/record-id.ts";
import { settingsRecord, settingsWithStages } from "../settings/firm.store.ts";
import { NO_RECORD } from "../table/read-records.ts";
import { createActivityEndpoint } from "./activity.contract.ts";
import {
  type Activity,
  activityResource,
  activityViolations,
  firstContactOf,
  leadAfterActivity,
  tookPlaceAt,
  wasFirstContact,
} from "./activity.rules.ts";
import {
  activityOfLead,
  activityRecord,
  allActivities,
  correctActivity,
  putActivity,
} from "./activity.store.ts";
import { activityFields } from "./activity-fields.contract.ts";

/** Records an activity of a lead, in one write with the lead. */
export const createActivity = operation(createActivityEndpoint, {
  reads: ({ firmId, params, json }) => ({
    lead: checked(leadRecord(firmId, params.id), requireUnerasedLead),
    settings: settingsRecord(firmId),
    member: memberRecordFromBody(firmId, json.member_id),
    corrected: isUuid(json.corrects)
      ? activityOfLead(firmId, params.id, json.corrects.toLowerCase())
      : NO_RECORD,
  }),

  violations: (records, request) =>
    activityViolations(records, { ...request, signedIn: signedInMember(request) }),

  decide: async ({ lead, corrected }, request, read) => {
    requireUnmerged(lead);
    const { firmId, input, newId, change } = request;
    const fields = activityFields.newFields(input);
    const activity: Activity = {
      ...activityFields.initial,
      ...fields,
      ...{ id: newId, leadId: lead.id },
      at: tookPlaceAt(fields.at, lead, change.at),
      memberId: signedInMember(request) ?? fields.memberId,
    };
    const { others, settings } = await read({
      settings: settingsWithStages(firmId, [lead]),
      others: wasFirstContact(corrected, lead)
        ? allActivities(firmId, [lead.id, ...(lead.mergedLeadIds ?? [])])
        : NO_RECORD,
    });
    const firstContactAt = others
      ? firstContactOf(others.filter(({ id }) => id !== corrected?.id))
      : lead.firstContactAt;
    const added = { activity, firstContactAt, nextContactAt: input.next_contact_at, settings };
    return {
      writes: [
        putLead(firmId, leadAfterActivity(lead, added, change), change),
        putActivity(firmId, activity),
        ...(corrected ? [correctActivity(firmId, corrected, activity.id)] : []),
      ],
      answer: activityResource(activity),
    };
  },

  repeat: async ({ firmId, params }, id, read) => {
    const { activity } = await read({
      activity: required("activity", activityRecord(firmId, params.id, id)),
    });
    return activityResource(activity);
  },
});

const signedInMember = ({ actor }: Pick<OperationRequest, "actor">) =>
  actor.type === "member" ? actor.id : null;
