import type { Activity, Lead } from "../../../client/src/generated.ts";
import { fill } from "../../shared/fill.ts";
import { fullName } from "../contact.ts";
import { intake, type WriteCall } from "../requests.ts";
import { memberId } from "../session.ts";
import { t } from "../texts.ts";
import { activityBody, type Corrected, recordedAs, type Typed } from "./rules.ts";

/** Returns what an activity is, in words, `Call: No answer`. */
export const activityWords = ({ kind, outcome }: Pick<Typed, "kind" | "outcome">): string => {
  const kinds: Readonly<Record<string, string>> = t().log.kinds;
  const outcomes: Readonly<Record<string, string>> = t().lead.outcomes;
  const words = kinds[kind] ?? kind;
  return outcome ? fill(t().log.outcomeOf, { kind: words, outcome: outcomes[outcome] ?? outcome }) : words;
};

/** Returns the call that logs an activity. If its answer is lost, it is looked for among those recorded since. */
export const logCall = (
  lead: Lead,
  typed: Typed,
  corrected: Corrected | null = null,
): WriteCall<Activity> => {
  const path = { id: lead.id };
  const body = activityBody(typed, lead, { now: Date.now(), corrected });
  return {
    what: fill(t().log.what, { what: activityWords(typed), name: fullName(lead) }),
    typed: [path, body],
    send: (options) => intake().createActivity({ path, body }, options),
    find: async () => {
      const { data } = await intake().listActivities({ path });
      return recordedAs(data, body, { memberId: memberId(), after: lead.last_activity_at });
    },
  };
};
