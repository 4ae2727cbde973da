import type { LeadResource } from "../../contract/leads.ts";
import { type FirmSettings, stageStatus } from "../firm/firm.ts";
import { createdAt } from "../record-id.ts";
import type { Lead } from "./lead.ts";

/** A lead as the API and its events show it. */
export const leadResource = (lead: Lead, settings: FirmSettings): LeadResource => ({
  id: lead.id,
  first_name: lead.firstName,
  last_name: lead.lastName,
  email: lead.email,
  phone: lead.phone,
  source: lead.source,
  status: stageStatus(settings, lead.stage),
  assignee_id: lead.assigneeId,
  archived: lead.archived,
  created_at: createdAt(lead.id),
  last_activity_at: lead.lastActivityAt,
  data: { ...lead.data },
});
