import { createFirm } from "../../../shared/firm/create-firm.ts";
import type { Member } from "../../../shared/members/member.rules.ts";
import { memberFields } from "../../../shared/members/member-fields.contract.ts";
import { withRings } from "../../../shared/routing/rule-rings.rules.ts";
import { newRecordId } from "../../../shared/runtime/record-id.ts";
import { routingRuleFields } from "../../../shared/settings/routing.contract.ts";
import { selfServiceFields } from "../../../shared/settings/self-service.contract.ts";
import type { Table } from "../../../shared/table/table.ts";
import {
  CONSULTATION_FIELDS,
  CONSULTATION_TYPES,
  FIRM,
  LEAD_FIELDS,
  MEMBERS,
  ROUTING,
  TIME_ZONE,
  type Who,
} from "./demo-data.ts";
import { EXAMPLE_ATTORNEY_ID } from "./example-ids.ts";

const WORKDAYS = [1, 2, 3, 4, 5];

const officeHours = (hours: readonly string[]) =>
  WORKDAYS.flatMap((weekday) =>
    hours.map((each) => {
      const [start = "", end = ""] = each.split("-");
      return { weekday, start, end };
    }),
  );

const memberOf = (who: Who, id: string): Member => {
  const { name, role, access, hours, ...own } = MEMBERS[who];
  return {
    ...memberFields.initial,
    id,
    email: `${who}@example.com`,
    ...{ name, role, access },
    schedulable: hours.length > 0,
    active: true,
    timeZone: "timeZone" in own ? own.timeZone : TIME_ZONE,
    officeHours: officeHours(hours),
  };
};

/** The first attorney has the id of the documents' examples. */
const newMemberIds = (nowMilliseconds: number): Readonly<Record<Who, string>> => ({
  alex: EXAMPLE_ATTORNEY_ID,
  daniel: newRecordId(nowMilliseconds),
  ruth: newRecordId(nowMilliseconds),
  nora: newRecordId(nowMilliseconds),
  tomas: newRecordId(nowMilliseconds),
});

const routing = (memberIds: Readonly<Record<Who, string>>) => {
  const { key, source, respondWithinMinutes, turns } = ROUTING;
  const members = turns.map(([who, weight]) => ({ id: memberIds[who], weight }));
  const rule = {
    ...routingRuleFields.initial,
    ...{ key, when: [{ path: "source", equals: source }], members, respondWithinMinutes },
    ...{ clock: "always" as const, escalate: "next" as const },
  };
  return withRings([rule], { routing: [], version: 0 });
};

const EVERYBODY = ["alex", "daniel", "ruth", "nora", "tomas"] as const;

/** Creates a firm to try the service with: its settings, its members, and its first key. */
export const createDemoFirm = async (table: Table, nowMilliseconds: number, hasHistory: boolean) => {
  const memberIds = newMemberIds(nowMilliseconds);
  const { firmId, apiKey } = await createFirm(table, {
    ...FIRM,
    timeZone: TIME_ZONE,
    leadFields: LEAD_FIELDS,
    consultationFields: CONSULTATION_FIELDS,
    consultationTypes: CONSULTATION_TYPES.map(({ minutes, pool, ...type }) => ({
      ...type,
      durationMinutes: minutes,
      attorneyIds: pool.map((who) => memberIds[who]),
      reminderMinutes: null,
    })),
    selfService: { ...selfServiceFields.initial, enabled: true },
    // A firm without leads has nothing to index. Everybody but a blocked lead can be booked.
    conflictGate: { enabled: true, required: "none", autoCheck: false },
    conflictIndex: { state: "complete", indexed: 0, generation: 1 },
    routing: hasHistory ? routing(memberIds) : [],
    members: EVERYBODY.map((who) => memberOf(who, memberIds[who])),
    nowMilliseconds,
  });
  return { firmId, apiKey, memberIds };
};
