import { operation, required } from "../api/operation.ts";
import { assigneeViolations } from "../members/member.rules.ts";
import { memberRecordFromBody } from "../members/member.store.ts";
import { aheadViolations } from "../schema/time.ts";
import { acceptsData, dataViolations } from "../settings/custom-data.rules.ts";
import { firstOpenStage } from "../settings/firm.rules.ts";
import { settingsRecord } from "../settings/firm.store.ts";
import { cachedIf } from "../table/record-cache.ts";
import { createLeadEndpoint } from "./lead.contract.ts";
import { leadResource } from "./lead.rules.ts";
import { leadRecord, putLead } from "./lead.store.ts";
import { newLead } from "./lead-changes.rules.ts";
import { membersAhead, routedLead } from "./route-lead.steps.ts";

/** Creates a lead in the firm's first open stage. */
export const createLead = operation(createLeadEndpoint, {
  reads: ({ firmId, json }) => {
    const settings = cachedIf(
      settingsRecord(firmId),
      ({ leadFields, stages }) => acceptsData(json.data, leadFields) && firstOpenStage(stages) !== undefined,
    );
    return {
      settings,
      assignee: memberRecordFromBody(firmId, json.assignee_id),
      // A guess: the settings may have changed since.
      routing: membersAhead(firmId, json, settings.lastRead?.()) ?? [],
    };
  },

  violations: ({ settings, assignee }, { json, nowMilliseconds }) => [
    ...aheadViolations("captured_at", json.captured_at, nowMilliseconds),
    ...dataViolations(json.data, settings.leadFields),
    ...assigneeViolations(json.assignee_id, assignee),
  ],

  decide: async ({ settings }, { firmId, input, newId, nowMilliseconds, change, key }, read) => {
    const created = await newLead(input, settings, { id: newId, nowMilliseconds });
    const lead = await routedLead(firmId, created, { settings, nowMilliseconds }, read);
    return { writes: [putLead(firmId, lead, change)], answer: leadResource(lead, settings, key) };
  },

  repeat: async ({ firmId, key }, id, read) => {
    const { lead, settings } = await read({
      lead: required("lead", leadRecord(firmId, id)),
      settings: settingsRecord(firmId),
    });
    return leadResource(lead, settings, key);
  },
});
