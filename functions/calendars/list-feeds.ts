import { endpoint } from "../../shared/api/endpoint.ts";
import { operation, required } from "../../shared/api/operation.ts";
import { pageAfterCursor, pageResource } from "../../shared/api/page.ts";
import { listFeedsEndpoint } from "../../shared/calendars/feed.contract.ts";
import { feedResource } from "../../shared/calendars/feed.rules.ts";
import { feedPage } from "../../shared/calendars/feed.store.ts";
import { memberRecord } from "../../shared/members/member.store.ts";

const listFeeds = operation(listFeedsEndpoint, {
  reads: ({ firmId, params, query }) => ({
    member: required("member", memberRecord(firmId, params.id)),
    page: pageAfterCursor({ firmId, query }, { feeds: params.id }, feedPage(firmId, params.id)),
  }),

  decide: ({ page }) => ({ answer: pageResource(page, feedResource) }),
});

export const handler = endpoint(listFeeds);
