import { describe, expect, it } from "@jest/globals";
import { changeBeforeWrite } from "../../support/changes-between-calls.ts";
import { GRACE } from "../../support/ingestion.ts";
import { readLeads } from "../../support/leads.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { useSource } from "../../support/use-source.ts";

const table = useTable();
const firm = useFirm(table);
const source = useSource(firm);

const setMapping = (mapping: unknown) => source.update({ mapping });

describe("POST /api/sources/{id}/deliveries/{deliveryId}/replay", () => {
  const UNMAPPED = { ...GRACE, lastName: undefined, surname: "Hopper" };

  it.each([undefined, "42"])(
    "creates one lead for repeated and concurrent replays (external id %j)",
    async (externalId) => {
      await source.deliver({ ...UNMAPPED, externalId });
      const id = await source.firstId();
      const rejected = { status: 202, body: { outcome: "rejected", replay_of: id } };
      expect(await source.replay(id)).toMatchObject(rejected);
      await setMapping({ last_name: "surname" });
      const responses = await Promise.all(Array.from({ length: 5 }, () => source.replay(id)));
      responses.push(await source.replay(responses[0]?.body.id));
      expect(await source.lastDelivery()).toEqual(responses.at(-1)?.body);
      expect(new Set(responses.map(({ body }) => body.lead_id)).size).toBe(1);
      expect(responses.map(({ body }) => body.outcome).sort()).toEqual([
        "created",
        ...Array(5).fill("duplicate"),
      ]);
      expect(await readLeads(table, firm.firmId)).toMatchObject([{ lastName: "Hopper" }]);
    },
  );

  it("creates one lead while a change of the mapping removes the external id", async () => {
    await source.deliver(UNMAPPED);
    const id = await source.firstId();
    await setMapping({ last_name: "surname" });
    const isChanged = changeBeforeWrite(async () => {
      await setMapping({ last_name: "surname", external_id: "none" });
      expect((await source.replay(id)).body).toMatchObject({ outcome: "created", external_id: null });
    });
    expect((await source.replay(id)).body).toMatchObject({ outcome: "duplicate", external_id: null });
    expect(isChanged()).toBe(true);
    expect(await readLeads(table, firm.firmId)).toHaveLength(1);
  });
});
