import { endpoint } from "../../shared/api/endpoint.ts";
import { operation, required } from "../../shared/api/operation.ts";
import { listFeedsEndpoint } from "../../shared/calendars/feed.contract.ts";
import { feedResource } from "../../shared/calendars/feed.rules.ts";
import { feedsOfMember } from "../../shared/calendars/feed.store.ts";
import { memberRecord } from "../../shared/members/member.store.ts";

const listFeeds = operation(listFeedsEndpoint, {
  reads: ({ firmId, params }) => ({
    member: required("member", memberRecord(firmId, params.id)),
    feeds: feedsOfMember(firmId, params.id),
  }),

  decide: ({ feeds }) => ({ answer: { data: feeds.map(feedResource), next_cursor: null } }),
});

export const handler = endpoint(listFeeds);
