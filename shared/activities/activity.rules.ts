import type { Change } from "../api/change.ts";
import { activityAt, earlierOf, type Lead } from "../leads/lead.rules.ts";
import { withMarks, withoutDeadline } from "../leads/lead-due.rules.ts";
import type { Member } from "../members/member.rules.ts";
import { createdAt, isUuid } from "../runtime/record-id.ts";
import type { RecordOf } from "../schema/record-fields.ts";
import { aheadViolations, instantInput } from "../schema/time.ts";
import type { Violation } from "../schema/violations.ts";
import type { FirmSettings } from "../settings/firm.rules.ts";
import type { ActivityEventType } from "./activity-events.contract.ts";
import { activityFields } from "./activity-fields.contract.ts";

export type Activity = RecordOf<typeof activityFields>;

/** Returns an activity as the API and its event show it. */
export const activityResource = (activity: Activity) =>
  activityFields.resource(activity, { created_at: createdAt(activity.id) });

type Kind = Pick<Activity, "kind" | "direction" | "outcome">;

/** Returns whether the firm has reached the person, or has written or left a message. */
export const isContact = ({ kind, direction, outcome }: Kind): boolean => {
  if (kind === "text" || kind === "email") return direction === "out" && outcome !== "wrong_number";
  if (kind === "call" && outcome === "left_message") return direction === "out";
  return kind !== "note" && outcome === "reached";
};

type Request = {
  readonly json: Readonly<Record<string, unknown>>;
  readonly nowMilliseconds: number;
  /** The id of the member who has signed in; null for a key. */
  readonly signedIn: string | null;
};

type Records = {
  readonly lead: Lead;
  /** The named member; null when the firm has no such member. */
  readonly member: Member | null;
  /** The activity to correct; null when the lead has no such activity. */
  readonly corrected: Activity | null;
};

const violation = (field: string, message: string, isViolated: boolean): Violation[] =>
  isViolated ? [{ field, message }] : [];

/** Returns what is invalid in view of the records. The schema rejects what is no instant or id. */
export const activityViolations = (records: Records, { json, nowMilliseconds, signedIn }: Request) => {
  const { lead, member, corrected } = records;
  const at = instantInput().safeParse(json.at).data;
  const [memberId, corrects] = [json.member_id, json.corrects].map((id) => isUuid(id) && id.toLowerCase());
  return [
    ...aheadViolations("at", json.at, nowMilliseconds),
    ...violation("at", "must not be before the lead's captured_at", at !== undefined && at < lead.capturedAt),
    ...(signedIn === null
      ? violation("member_id", "must be a member of the firm", memberId !== false && member === null)
      : violation("member_id", "must be who has signed in", memberId !== false && memberId !== signedIn)),
    ...violation(
      "corrects",
      "must be an activity of this lead that was not corrected",
      corrects !== false && corrected?.correctedBy !== null,
    ),
  ];
};

/** Returns when an activity took place: as sent, but never later than now. Clocks differ, also from that of the capture. */
export const tookPlaceAt = (at: string | undefined, { capturedAt }: Lead, now: string): string => {
  const latest = now < capturedAt ? capturedAt : now;
  return at === undefined || at > latest ? latest : at;
};

/** Returns whether the correction of an activity can change when the lead was first contacted. */
export const wasFirstContact = (corrected: Activity | null, { firstContactAt }: Lead): boolean =>
  corrected !== null && isContact(corrected) && corrected.at === firstContactAt;

/** Returns when the first contact took place that no other activity corrects. */
export const firstContactOf = (activities: readonly Activity[]): string | null =>
  activities
    .filter((each) => each.correctedBy === null && isContact(each))
    .reduce<string | null>((first, { at }) => earlierOf(first, at), null);

type Added = {
  readonly activity: Activity;
  /** The first contact among all other activities of the lead that count. */
  readonly firstContactAt: string | null;
  /** Undefined leaves the lead's. */
  readonly nextContactAt: string | null | undefined;
  readonly settings: Pick<FirmSettings, "stages">;
};

/** Returns the lead after an activity. A contact ends its deadline, also if it is corrected later. */
export const leadAfterActivity = (
  lead: Lead,
  { activity, firstContactAt, nextContactAt = lead.nextContactAt, settings }: Added,
  { at }: Pick<Change, "at">,
): Lead => {
  const isContacted = isContact(activity);
  const after = {
    ...(isContacted ? withoutDeadline(lead) : lead),
    ...(isContacted && { wasContacted: true }),
    firstContactAt: isContacted ? earlierOf(firstContactAt, activity.at) : firstContactAt,
    nextContactAt,
    lastActivityId: activity.id,
    lastActivityAt: activityAt(lead, at),
    revision: lead.revision + 1,
  };
  return withMarks(lead, after, settings, at);
};

/** Returns the events of activities in one stored change of a lead. A merge has only its own event. */
export const activityEventTypes = (before: Lead | null, after: Lead): ActivityEventType[] =>
  before === null || before.lastActivityId === after.lastActivityId
    ? []
    : [
        "lead.activity_added",
        ...(after.wasContacted && !before.wasContacted ? (["lead.contacted"] as const) : []),
      ];
