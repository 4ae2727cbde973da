import { bookingBody, ROUND_THE_CLOCK } from "../../support/consultations.ts";
import { addKey, addMember } from "../../support/firms.ts";
import { call } from "../../support/http-call.ts";
import { type Scenario, scenariosOf, storeLead, type World } from "../world.ts";

const DAY_MILLISECONDS = 24 * 3_600_000;
const CONSULTATIONS = 3;

export const mergeScenarios = async (world: World): Promise<Scenario[]> => {
  // imported late, because a function reads its environment when it is loaded
  const { handler: book } = await import("../../../functions/consultations/book-consultation.ts");
  const { handler: merge } = await import("../../../functions/lead-merge/merge-lead.ts");
  const { table, firmId } = world;
  const attorney = await addMember(table, firmId, { timeZone: "UTC", officeHours: ROUND_THE_CLOCK });
  const key = await addKey(table, firmId, { scopes: ["consultations:write", "leads:write"] });
  let day = Date.parse("2028-01-03T10:00:00.000Z");

  const newPair = async () => {
    const [target, from] = [await storeLead(world, { phone: "" }), await storeLead(world)];
    return { params: { id: target.id }, body: { from: from.id } };
  };
  const newBookedPair = async () => {
    const pair = await newPair();
    for (let booked = 0; booked < CONSULTATIONS; booked++) {
      day += DAY_MILLISECONDS;
      const fixture = { firmId, attorney, key, leadId: pair.body.from };
      const body = bookingBody(fixture, { start_at: new Date(day).toISOString() });
      await call(book, { key, body });
    }
    return pair;
  };
  const merged = await newPair();
  await call(merge, { key, ...merged });
  return scenariosOf(world, [
    ["merge-lead", "without consultations", 2, newPair, { maxQuietRoundTrips: 2 }],
    ["merge-lead", "with three consultations", 3, newBookedPair, { inParallel: true }],
    ["merge-lead", "the same again", 1, () => merged],
  ]);
};
