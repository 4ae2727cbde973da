import { endpoint } from "../../shared/api/endpoint.ts";
import { operation } from "../../shared/api/operation.ts";
import { calendarFile } from "../../shared/consultations/calendar-file.rules.ts";
import { changedConsultationRecord } from "../../shared/consultations/consultation.store.ts";
import { getLinkCalendarFileEndpoint } from "../../shared/links/by-link.contract.ts";
import { linkAddress } from "../../shared/links/link.rules.ts";
import { readByLink } from "../../shared/links/link-reads.store.ts";
import { cachedMemberRecord } from "../../shared/members/member.store.ts";
import { requireFound } from "../../shared/schema/app-error.ts";
import { settingsRecord } from "../../shared/settings/firm.store.ts";
import { NO_RECORD } from "../../shared/table/read-records.ts";

const getLinkCalendarFile = operation(getLinkCalendarFileEndpoint, {
  reads: (request) => ({
    settings: settingsRecord(request.firmId),
    byLink: readByLink(request, ({ consultationId }) => ({
      changed:
        consultationId === null ? NO_RECORD : changedConsultationRecord(request.firmId, consultationId),
    })),
  }),

  decide: async ({ settings, byLink: { found } }, { firmId, baseUrl, linkKey }, read) => {
    const changed = requireFound("consultation", found.changed);
    const { attorneyId } = changed.consultation;
    const { attorney } = await read({ attorney: cachedMemberRecord(firmId, attorneyId) });
    const address = linkAddress(baseUrl, linkKey);
    return { answer: calendarFile({ ...changed, settings, person: attorney?.name ?? "", address }) };
  },
});

export const handler = endpoint(getLinkCalendarFile);
