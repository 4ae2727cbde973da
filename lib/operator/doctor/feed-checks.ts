import { findFailingFeeds } from "../../../shared/calendars/find-failing-feeds.ts";
import { type Deployment, tableOf } from "../deployment.ts";
import { type Check, type Finding, ok, problem } from "./check.ts";

const ADVICE = { action: "tell the firm: the feed's last_error says why", runbook: "failing-feeds" };

/** Names the feeds that fail for a day. Reads every feed: a read unit for each. */
const checkFeeds = async (deployment: Deployment): Promise<Finding[]> => {
  const failing = await findFailingFeeds(tableOf(deployment), Date.now());
  if (failing.length === 0) return [ok("feeds", "none fails for a day")];
  return failing.map(({ firmId, feed }) =>
    problem(
      `feed ${feed.id}`,
      `of member ${feed.attorneyId} of firm ${firmId}: ${feed.lastError ?? "not read for a day"}`,
      ADVICE,
    ),
  );
};

export const FEED_CHECKS: readonly Check[] = [
  { name: "feeds", isHostedLocally: true, readsRecords: true, run: checkFeeds },
];
