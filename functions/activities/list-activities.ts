import { listActivitiesEndpoint } from "../../shared/activities/activity.contract.ts";
import { activityResource } from "../../shared/activities/activity.rules.ts";
import { activityPage } from "../../shared/activities/activity.store.ts";
import { endpoint } from "../../shared/api/endpoint.ts";
import { operation, required } from "../../shared/api/operation.ts";
import { pageAfterCursor, pageResource } from "../../shared/api/page.ts";
import { leadRecord } from "../../shared/leads/lead.store.ts";

/** Lists a lead's activities, with those of the leads that were merged into it. */
const listActivities = operation(listActivitiesEndpoint, {
  reads: ({ firmId, params }) => ({ lead: required("lead", leadRecord(firmId, params.id)) }),

  decide: async ({ lead: { id, mergedLeadIds = [] } }, { firmId, query }, read) => {
    const readPage = activityPage(firmId, [id, ...mergedLeadIds]);
    const { page } = await read({ page: pageAfterCursor({ firmId, query }, { activities: id }, readPage) });
    return { answer: pageResource(page, activityResource) };
  },
});

export const handler = endpoint(listActivities);
