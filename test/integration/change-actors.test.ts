import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { beforeAll, describe, expect, it } from "@jest/globals";
import { handler as archiveConsultation } from "../../functions/consultations/archive-consultation.ts";
import { handler as bookConsultation } from "../../functions/consultations/book-consultation.ts";
import { handler as completeConsultation } from "../../functions/consultations/complete-consultation.ts";
import { handler as markNoShow } from "../../functions/consultations/mark-no-show.ts";
import { handler as recordPayment } from "../../functions/consultations/record-payment.ts";
import { handler as updateConsultation } from "../../functions/consultations/update-consultation.ts";
import { handler as archiveLead } from "../../functions/leads/archive-lead.ts";
import { handler as createLead } from "../../functions/leads/create-lead.ts";
import { handler as getLead } from "../../functions/leads/get-lead.ts";
import { handler as unarchiveLead } from "../../functions/leads/unarchive-lead.ts";
import { handler as updateLead } from "../../functions/leads/update-lead.ts";
import { handler as updateMember } from "../../functions/members/update-member.ts";
import { handler as updateSource } from "../../functions/sources/update-source.ts";
import { SCOPES } from "../../shared/api/endpoint-definition.ts";
import { consultationKey, leadKey } from "../../shared/table/record-keys.ts";
import { ROUND_THE_CLOCK } from "../support/consultations.ts";
import { type ApiRequest, call } from "../support/http-call.ts";
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

  it.each([
    ["a PATCH", updateLead, { body: { first_name: "Eve" } }, false],
    ["an archive", archiveLead, {}, false],
    ["a restoration", unarchiveLead, {}, true],
  ])("%s", async (_, handler, request: ApiRequest, archived) => {
    const { id } = await firm.putLead({ archived });
    expect((await call(handler, { key: key.secret, params: { id }, ...request })).status).toBe(200);
    expect(await actorOfLead(id)).toEqual(byKey());
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

describe("a consultation stores who changed it last", () => {
  let hour = 0;
  const book = async (secret: string) => {
    const start_at = new Date(Date.UTC(2055, 0, 1, hour++)).toISOString();
    const { id: lead_id } = await firm.putLead();
    const body = { lead_id, attorney_id: firm.attorney.id, type: "Initial", start_at, duration_min: 60 };
    const booked = await call(bookConsultation, { key: secret, body });
    expect([booked.status, booked.body.error]).toEqual([201, undefined]);
    return booked.body.id;
  };
  const actorOf = (id: string) => storedActor(consultationKey(firm.firmId, id));

  it("a booking", async () => {
    expect(await actorOf(await book(key.secret))).toEqual(byKey());
  });

  it.each([
    ["a reschedule", updateConsultation, { duration_min: 30 }],
    ["a cancellation", updateConsultation, { status: "canceled" }],
    ["a completion", completeConsultation, {}],
    ["a no-show", markNoShow, undefined],
    ["a payment", recordPayment, { paid: true }],
    ["an archive", archiveConsultation, undefined],
  ])("%s", async (_, handler, body) => {
    const id = await book(firm.apiKey);
    expect((await call(handler, { key: key.secret, params: { id }, body })).status).toBe(200);
    expect(await actorOf(id)).toEqual(byKey());
  });
});
