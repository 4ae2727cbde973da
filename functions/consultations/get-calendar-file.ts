import { endpoint } from "../../shared/api/endpoint.ts";
import { operation, required } from "../../shared/api/operation.ts";
import { getCalendarFileEndpoint } from "../../shared/consultations/calendar-file.contract.ts";
import { calendarFile } from "../../shared/consultations/calendar-file.rules.ts";
import { changedConsultationRecord } from "../../shared/consultations/consultation.store.ts";
import { fullName } from "../../shared/leads/lead.rules.ts";
import { leadRecord } from "../../shared/leads/lead.store.ts";
import { settingsRecord } from "../../shared/settings/firm.store.ts";

const getCalendarFile = operation(getCalendarFileEndpoint, {
  reads: ({ firmId, params }) => ({
    changed: required("consultation", changedConsultationRecord(firmId, params.id)),
    settings: settingsRecord(firmId),
  }),
  decide: async ({ changed, settings }, { firmId }, read) => {
    const { lead } = await read({ lead: leadRecord(firmId, changed.consultation.leadId) });
    const person = lead === null ? "" : fullName(lead);
    return { answer: calendarFile({ ...changed, settings, person }) };
  },
});

export const handler = endpoint(getCalendarFile);
