import { makeIndexDue } from "../../../shared/conflicts/lead-index.store.ts";
import { leadToItem } from "../../../shared/leads/lead.store.ts";
import { linkKey } from "../../../shared/table/record-keys.ts";
import type { Table } from "../../../shared/table/table.ts";
import { changeAt } from "../../support/changes.ts";
import { conflictIn, setGate } from "../../support/conflict-gate.ts";
import { ROUND_THE_CLOCK } from "../../support/consultations.ts";
import { addKey, addMember } from "../../support/firms.ts";
import { call } from "../../support/http-call.ts";
import { putItems } from "../../support/put-items.ts";
import { changeSetting, removeAttribute } from "../../support/settings.ts";
import {
  newSampleLead,
  newWorld,
  type Scenario,
  scenariosOf,
  storeItems,
  storeLead,
  type World,
} from "../world.ts";

const DAY_MILLISECONDS = 24 * 3_600_000;
const FIRST_DAY = Date.parse("2027-01-04T10:00:00.000Z");
const TYPE = {
  ...{ key: "initial", name: "Initial", durationMinutes: 60 },
  ...{ amount: null, location: null, attorneyIds: null, reminderMinutes: null },
};
const SELF_SERVICE = {
  ...{ enabled: true, rescheduleNoticeMinutes: 60, cancelNoticeMinutes: 60 },
  ...{ maxReschedules: null, language: null },
};
const LABEL = "through the conflict gate";

/** Returns the calls that take a slot for a lead whom the firm has cleared. */
export const gateScenarios = async (table: Table): Promise<Scenario[]> => {
  // imported late, because a function reads its environment when it is loaded
  const { handler: createLink } = await import("../../../functions/links/create-link.ts");
  const { handler: bookByLink } = await import("../../../functions/links/book-by-link.ts");
  const world = await newWorld(table);
  const { firmId } = world;
  const attorney = await addMember(table, firmId, { timeZone: "UTC", officeHours: ROUND_THE_CLOCK });
  await setGate(table, firmId);
  await changeSetting(table, firmId, "consultationTypes", [TYPE]);
  await changeSetting(table, firmId, "selfService", SELF_SERVICE);
  const { id: lead_id } = await storeLead(world, { conflict: conflictIn("cleared") });
  const key = await addKey(table, firmId, { scopes: ["consultations:write"] });
  let day = 0;
  const nextDay = () => new Date(FIRST_DAY + DAY_MILLISECONDS * 2 * day++).toISOString();
  const slot = () => ({ lead_id, attorney_id: attorney.id, start_at: nextDay(), duration_min: 60 });
  const start = () => ({ body: { start_at: nextDay() } });
  let unused = "";
  const unusedToken = async () => {
    const body = { type: TYPE.key, attorney_id: attorney.id };
    const { body: link } = await call(createLink, { key, params: { id: lead_id }, body });
    unused = String(link.id);
    return String(link.url).replace(/^.*#/, "");
  };
  const bookedToken = async () => {
    const token = await unusedToken();
    await call(bookByLink, { key: token, ...start() });
    return token;
  };
  const bookAgain = async () => {
    await removeAttribute(table, linkKey(firmId, unused), "consultationId");
    return start();
  };
  const days = { inParallel: true } as const;
  const booked = { ...days, key: bookedToken, maxColdRoundTrips: 7 };
  return scenariosOf(world, [
    ["book-consultation", LABEL, 2, () => ({ body: { ...slot(), type: "Initial" } }), days],
    ["create-hold", LABEL, 2, () => ({ body: { ...slot(), seconds: 30 } }), days],
    ["book-by-link", LABEL, 3, bookAgain, { ...days, key: unusedToken }],
    ["update-by-link", `another day, ${LABEL}`, 3, start, booked],
  ]);
};

const COUNT = 25;

/** Returns a firm whose leads one sweep brings to the conflict index. */
export const indexSweep = ({ table, firmId }: World) => {
  let generation = 0;
  const event = async () => {
    generation += 1;
    if (generation === 1)
      await storeItems(table, COUNT, () => leadToItem(firmId, newSampleLead(), changeAt(Date.now())));
    await setGate(table, firmId);
    await changeSetting(table, firmId, "conflictIndex", { state: "building", indexed: 0, generation });
    const due = makeIndexDue(firmId, Date.now());
    await putItems(table, "Put" in due && due.Put.Item ? [due.Put.Item] : []);
    return {};
  };
  // The settings four times, two pages of leads, each of them, the progress twice and the end.
  return { label: `${COUNT} leads come to the conflict index`, roundTrips: 4 + 2 + COUNT + 3, event };
};
