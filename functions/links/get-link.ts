import { endpoint } from "../../shared/api/endpoint.ts";
import { operation } from "../../shared/api/operation.ts";
import { getLinkEndpoint } from "../../shared/links/by-link.contract.ts";
import { linkStateOf } from "../../shared/links/client-view.rules.ts";
import { readByLink } from "../../shared/links/link-reads.store.ts";
import { firmAttorneys } from "../../shared/members/attorney-list.store.ts";
import { isBookable } from "../../shared/members/member.rules.ts";
import { cachedMemberRecord } from "../../shared/members/member.store.ts";
import { settingsRecord } from "../../shared/settings/firm.store.ts";
import { NO_RECORD, uncached } from "../../shared/table/read-records.ts";
import { cachedIf } from "../../shared/table/record-cache.ts";

const getLink = operation(getLinkEndpoint, {
  reads: (request) => ({
    settings: uncached(settingsRecord(request.firmId)),
    byLink: readByLink(request, ({ attorneyId, consultationId }) => ({
      attorneys: (attorneyId ?? consultationId) ? NO_RECORD : firmAttorneys(request.firmId),
    })),
  }),

  decide: async (
    { settings, byLink: { link, lead, consultation, found } },
    { firmId, nowMilliseconds },
    read,
  ) => {
    const attorneyId = consultation?.attorneyId ?? link.attorneyId;
    const record =
      attorneyId === null ? NO_RECORD : cachedIf(cachedMemberRecord(firmId, attorneyId), isBookable);
    const { attorney } = await read({ attorney: record });
    const state = { link, lead, settings, consultation, attorney, ...found };
    return { answer: linkStateOf(state, nowMilliseconds) };
  },
});

export const handler = endpoint(getLink);
