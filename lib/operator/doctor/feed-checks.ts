import { findFailingFeeds } from "../../../shared/calendars/find-failing-feeds.ts";
import { type Deployment, tableOf } from "../deployment.ts";
import { describeError } from "../describe-error.ts";
import { type Check, type Finding, ok, problem } from "./check.ts";

const ADVICE = { action: "tell the firm: the feed's last_error says why", runbook: "failing-feeds" };

const MALFORMED = {
  action: "mend the record; a feed can be deleted with `feed delete` instead",
  runbook: "failing-feeds",
};

/** Names the feeds that fail for a day, and those whose record cannot be read. Reads every feed: a read unit for each. */
const checkFeeds = async (deployment: Deployment): Promise<Finding[]> => {
  const malformed: Finding[] = [];
  const failing = await findFailingFeeds(tableOf(deployment), {
    nowMilliseconds: Date.now(),
    onFault: (record, fault) => {
      malformed.push(problem("feeds", `${record}: ${describeError(fault)}`, MALFORMED));
    },
  });
  if (failing.length + malformed.length === 0) return [ok("feeds", "none fails for a day")];
  const found = failing.map(({ firmId, feed }) =>
    problem(
      `feed ${feed.id}`,
      `of member ${feed.attorneyId} of firm ${firmId}: ${feed.lastError ?? "not read for a day"}`,
      ADVICE,
    ),
  );
  return [...found, ...malformed];
};

export const FEED_CHECKS: readonly Check[] = [
  { name: "feeds", isHostedLocally: true, readsRecords: true, run: checkFeeds },
];
