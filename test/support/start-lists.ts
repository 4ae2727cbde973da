import { handler as findAvailability } from "../../functions/scheduling/find-availability.ts";
import { handler as getAvailability } from "../../functions/scheduling/get-availability.ts";
import type { useBookingFixture } from "./booking-fixture.ts";
import { byLink, linkCalls, MEETING, SELF_SERVICE } from "./links.ts";

const DURATION_MINUTES = 45;

/** The firm's settings by which each list can be asked for. */
export const LISTED = {
  ...SELF_SERVICE,
  consultation_types: [{ ...MEETING, duration_min: DURATION_MINUTES }],
};

/** Returns a function that reads every list of an attorney's starts, for 45 minutes in steps of 30 minutes. */
export const startLists = ({ fixture, send }: ReturnType<typeof useBookingFixture>) => {
  const { newLink } = linkCalls(() => fixture);
  return async (id: string, from: string, to: string): Promise<string[][]> => {
    const range = { from, to, step_min: "30" };
    const query = { ...range, duration_min: String(DURATION_MINUTES) };
    const one = await send(getAvailability, { params: { id }, query });
    const pool = await send(findAvailability, { query: { ...query, attorneys: id } });
    const link = byLink((await newLink({ type: MEETING.key, attorney_id: id })).token);
    const startsOf = ({ body }: typeof pool) => body.data.map((each: { start_at: string }) => each.start_at);
    return [one.body.data, startsOf(pool), startsOf(await link.availability(range))];
  };
};
