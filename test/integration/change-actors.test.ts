import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { beforeAll, describe, expect, it } from "@jest/globals";
import { handler as bookConsultation } from "../../functions/consultations/book-consultation.ts";
import { handler as markNoShow } from "../../functions/consultations/mark-no-show.ts";
import { handler as createLead } from "../../functions/leads/create-lead.ts";
import { handler as getLead } from "../../functions/leads/get-lead.ts";
import { handler as updateLead } from "../../functions/leads/update-lead.ts";
import { handler as updateMember } from "../../functions/members/update-member.ts";
import { handler as updateSource } from "../../functions/sources/update-source.ts";
import { SCOPES } from "../../shared/api/endpoint-definition.ts";
import { consultationKey, leadKey } from "../../shared/table/record-keys.ts";
import { ROUND_THE_CLOCK } from "../support/consultations.ts";
import { call } from "../support/http-call.ts";
import { GRACE, replayInboundDelivery } from "../support/ingestion.ts";
import { createTestKey, type TestKey } from "../support/keys.ts";
import { ADA } from "../support/leads.ts";
import { useTable } from "../support/test-table.ts";
import { useFirm } from "../support/use-firm.ts";
import { useSource } from "../support/use-source.ts";

const table = useTable();
const firm = useFirm(table, beforeAll);
const source = useSource(firm, () => ({}), beforeAll);
let key: TestKey;
beforeAll(async () => {
  key = await createTestKey(firm.apiKey, SCOPES);
  const hours = { office_hours: ROUND_THE_CLOCK, time_zone: "UTC" };
  await firm.send(updateMember, { params: { id: firm.attorney.id }, body: hours });
});

const storedActor = async (Key: Record<string, string>) => {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key, ConsistentRead: true }),
  );
  return Item?.actor;
};
const actorOfLead = (id: string) => storedActor(leadKey(firm.firmId, id));
const byKey = () => ({ type: "api_key", id: key.id });
const bySource = () => ({ type: "source", id: source.id });

describe("a lead stores who changed it last", () => {
  it.each([
    ["a create", {}],
    ["a create with an Idempotency-Key", { headers: { "idempotency-key": "one" } }],
  ])("%s", async (_, options) => {
    const { body } = await call(createLead, { key: key.secret, body: ADA, ...options });
    expect(await actorOfLead(body.id)).toEqual(byKey());
  });

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

it("a consultation stores who changed it last", async () => {
  const { id: lead_id } = await firm.putLead();
  const start_at = "2055-01-01T00:00:00Z";
  const body = { lead_id, attorney_id: firm.attorney.id, type: "Initial", start_at, duration_min: 60 };
  const booked = await firm.send(bookConsultation, { body });
  const params = { id: booked.body.id };
  const actor = () => storedActor(consultationKey(firm.firmId, params.id));
  expect(await actor()).not.toEqual(byKey());
  expect((await call(markNoShow, { key: key.secret, params })).status).toBe(200);
  expect(await actor()).toEqual(byKey());
});
