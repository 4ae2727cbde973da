import { describe, expect, it } from "@jest/globals";
import { findAvailability } from "../../shared/scheduling/find-availability.ts";
import { settingsToItem } from "../../shared/settings/firm.store.ts";
import { ROUND_THE_CLOCK } from "../support/consultations.ts";
import { decided, FIRM_ID, NEW_ID, newSettings, refusalOf } from "../support/decisions.ts";
import { newMember } from "../support/firms.ts";

const openAt = (start: string, end: string) =>
  newMember({ timeZone: "UTC", officeHours: [{ weekday: 3, start, end }] });
const [early, late, other] = [openAt("09:00", "10:00"), openAt("09:30", "11:00"), openAt("09:00", "09:45")];
const type = (key: string, attorneyIds: string[] | null) => ({
  ...{ key, name: key, durationMinutes: 45, amount: null, location: null, reminderMinutes: null },
  attorneyIds,
});
const settings = newSettings({
  timeZone: "Europe/Berlin",
  consultationTypes: [type("initial", [late.id, early.id]), type("closed", []), type("any", null)],
});
const DAY = { from: "2055-03-03T00:00:00.000Z", to: "2055-03-04T00:00:00.000Z", step_min: 30 };

const find = (query: object, members = [early, late, other]) =>
  decided(findAvailability, {
    stored: [settingsToItem(FIRM_ID, settings)],
    found: { attorneys: { ids: members.map(({ id }) => id), read: members } },
    request: { query: { ...DAY, ...query } },
  });
const at = (time: string, ...attorneys: (typeof early)[]) => ({
  start_at: `2055-03-03T${time}:00.000Z`,
  attorney_ids: attorneys.map(({ id }) => id),
});

describe("the starts of a pool are", () => {
  it.each<[string, object, ReturnType<typeof at>[]]>([
    [
      "those of its type's attorneys for the type's duration",
      { type: "initial" },
      [at("09:00", early), at("09:30", late), at("10:00", late)],
    ],
    [
      "those for the duration that the request names",
      { type: "initial", duration_min: 75 },
      [at("09:30", late)],
    ],
    [
      "those of the attorneys whom the request names",
      { type: "initial", attorneys: `${other.id.toUpperCase()}, ${early.id}` },
      [at("09:00", early, other)],
    ],
    [
      "those of everybody without a type",
      { duration_min: 45 },
      [at("09:00", early, other), at("09:30", late), at("10:00", late)],
    ],
    [
      "those of everybody for a type of all",
      { type: "any" },
      [at("09:00", early, other), at("09:30", late), at("10:00", late)],
    ],
    ["none of an empty pool", { type: "closed" }, []],
  ])("%s", async (_, query, data) => {
    expect(await find(query)).toEqual({ answer: { data, time_zone: "Europe/Berlin" } });
  });

  it("refused when one response cannot hold them", async () => {
    const members = Array.from({ length: 20 }, () =>
      newMember({ timeZone: "UTC", officeHours: ROUND_THE_CLOCK }),
    );
    const month = { to: "2055-04-03T00:00:00.000Z", duration_min: 5 };
    expect(await refusalOf(find({ ...month, step_min: 5 }, members))).toEqual(["invalid_request", "to"]);
    expect(await find({ ...month, step_min: 15 }, members)).toHaveProperty("answer");
  });

  it.each([
    ["an unknown type", { type: "Initial" }, ["type"]],
    ["an attorney who cannot be booked", { type: "initial", attorneys: NEW_ID }, ["attorneys"]],
  ])("refused for %s", async (_, query, fields) => {
    expect(await refusalOf(find(query))).toEqual(["invalid_request", ...fields]);
  });
});
