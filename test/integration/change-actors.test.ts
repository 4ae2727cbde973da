import { beforeAll, describe, expect, it } from "@jest/globals";
import { handler as getLead } from "../../functions/leads/get-lead.ts";
import { handler as updateLead } from "../../functions/leads/update-lead.ts";
import { handler as updateSource } from "../../functions/sources/update-source.ts";
import { SCOPES } from "../../shared/api/endpoint-definition.ts";
import { call } from "../support/http-call.ts";
import { GRACE, replayInboundDelivery } from "../support/ingestion.ts";
import { createTestKey, type TestKey } from "../support/keys.ts";
import { useTable } from "../support/test-table.ts";
import { useFirm } from "../support/use-firm.ts";
import { useSource } from "../support/use-source.ts";

const table = useTable();
const firm = useFirm(table, beforeAll);
const source = useSource(firm, () => ({}), beforeAll);
let key: TestKey;
beforeAll(async () => {
  key = await createTestKey(firm.apiKey, SCOPES);
});

const actorOfLead = async (id: string) => (await firm.storedLead(id))?.actor;
const byKey = () => ({ type: "api_key", id: key.id });
const bySource = () => ({ type: "source", id: source.id });

describe("a lead stores who changed it last", () => {
  it("a delivery, as its source, whether it creates or updates; the API does not show it", async () => {
    const { body } = await source.deliver();
    expect(await actorOfLead(body.leadId)).toEqual(bySource());
    const { body: lead } = await call(updateLead, {
      key: key.secret,
      params: { id: body.leadId },
      body: { first_name: "Eve" },
    });
    expect(await actorOfLead(body.leadId)).toEqual(byKey());
    expect((await source.deliver({ ...GRACE, lastName: "Murray" })).body.status).toBe("updated");
    expect(await actorOfLead(body.leadId)).toEqual(bySource());
    const read = await call(getLead, { key: key.secret, params: { id: body.leadId } });
    expect(JSON.stringify([lead, read.body])).not.toContain("actor");
  });

  it("a replay, as the calling key", async () => {
    const body = { firstName: "Grace", lastName: "Hopper", mail: "grace@example.com" };
    expect((await source.deliver(body)).status).toBe(422);
    const [delivery] = await source.listDeliveries();
    const params = { id: source.id };
    await firm.send(updateSource, { params, body: { mapping: { email: "mail" } } });
    const { body: replayed } = await replayInboundDelivery(key.secret, source.id, delivery.id);
    expect(replayed.outcome).toBe("created");
    expect(await actorOfLead(replayed.lead_id)).toEqual(byKey());
  });
});
