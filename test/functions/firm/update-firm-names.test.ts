import { describe, expect, it } from "@jest/globals";
import { handler as updateFirm } from "../../../functions/firm/update-firm.ts";
import { handler as createMember } from "../../../functions/members/create-member.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";

const table = useTable();
const firm = useFirm(table);

const patch = (body: unknown, headers?: Record<string, string>) => firm.send(updateFirm, { body, headers });

describe("PATCH /api/firm", () => {
  it.each([
    ["america/new_york", "America/New_York"],
    [" ASIA/KOLKATA ", "Asia/Kolkata"],
    ["utc", "UTC"],
  ])("stores the zone %j as IANA writes it: %s", async (time_zone, stored) => {
    expect(await patch({ time_zone })).toMatchObject({ status: 200, body: { time_zone: stored } });
    const member = await firm.send(createMember, { body: { name: "Pat", time_zone } });
    expect(member).toMatchObject({ status: 201, body: { time_zone: stored } });
  });

  it.each(["Berlin", "+05:00", "Mars/Olympus", "", "\u200b", "Europe/Ber\nlin"])(
    "rejects the zone %j",
    async (time_zone) => {
      expect(await patch({ time_zone })).toMatchObject({
        status: 422,
        body: { error: { details: [{ field: "time_zone" }] } },
      });
    },
  );

  it.each(["ß", "ss", "USA", "", "U", "ＵＳ", "ı1"])(
    "rejects the country %j, unless it is one",
    async (default_country) => {
      const answer = await patch({ default_country });
      // South Sudan
      if (default_country === "ss")
        expect(answer).toMatchObject({ status: 200, body: { default_country: "SS" } });
      else
        expect(answer).toMatchObject({
          status: 422,
          body: { error: { details: [{ field: "default_country" }] } },
        });
    },
  );

  it.each([
    ['"1"', 200],
    ['"7", "1"', 200],
    ['"2"', 409],
    ['"2", "3"', 409],
    ["*", 200],
    ['"1" "2"', 422],
  ])("with If-Match %s on version 1 is %d", async (ifMatch, status) => {
    expect((await patch({ name: "Other" }, { "if-match": ifMatch })).status).toBe(status);
  });

  it.each(["stages", "lead_fields", "consultation_fields", "holidays"])(
    "names at most a hundred violations of %s",
    async (field) => {
      const limits: Record<string, number> = {
        stages: 50,
        lead_fields: 100,
        consultation_fields: 100,
        holidays: 300,
      };
      const answer = await patch({ [field]: Array(limits[field]).fill({}) });
      expect(answer.status).toBe(422);
      expect(answer.body.error.details.length).toBeLessThanOrEqual(100);
      const longer = await patch({ [field]: Array((limits[field] ?? 0) + 1).fill({}) });
      expect(longer.body.error.details).toEqual([
        { field, message: `must have at most ${limits[field]} entries` },
      ]);
    },
  );
});
