import { beforeAll, describe, expect, it } from "@jest/globals";
import { IntakeOutcomeUnknownError } from "../../client/src/errors.ts";
import { SCOPES } from "../../shared/api/endpoint-definition.ts";
import { type BookingFixture, bookingBody, createBookingFixture } from "../support/consultations.ts";
import { addKey } from "../support/firms.ts";
import { putLead } from "../support/leads.ts";
import { MEETING, SELF_SERVICE, tokenOf } from "../support/links.ts";
import { useLossyApi } from "../support/lossy-api.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable();
const api = useLossyApi();
let fixture: BookingFixture;
let intake: ReturnType<typeof api.client>;
beforeAll(async () => {
  fixture = await createBookingFixture(table);
  intake = api.client(await newKey());
});

const newKey = () =>
  addKey(table, fixture.firmId, { scopes: [...SCOPES], requestsPerMinute: 100_000, permitsPerLease: 10_000 });

let days = 0;
const nextStart = () => new Date(Date.UTC(2055, 0, ++days, 10)).toISOString();
const book = async () => {
  const { start_at, ...body } = bookingBody(fixture, { start_at: nextStart() });
  const { id } = await intake.bookConsultation({ body: { ...body, start_at } });
  return { path: { id } };
};
const newLead = async () => ({ path: { id: (await putLead(table, fixture.firmId)).id } });
const newMember = async () => {
  const { id } = await intake.createMember({ body: { name: "Ada" } });
  return { path: { id } };
};
const newWebhook = async () => {
  const { id } = await intake.createWebhook({ body: { url: "https://example.com/", events: ["*"] } });
  return { path: { id } };
};
const newApiKey = async () => {
  const { id } = await intake.createKey({ body: { name: "Zapier", scopes: ["leads:read"] } });
  return { path: { id } };
};

it("a sign-in whose answer is lost is sent again, and leaves one session", async () => {
  const { id } = await intake.createMember({ body: { name: "Dana", access: "read" } });
  const { url } = await intake.createSignInLink({ path: { id } });
  api.lose(["create-session"]);
  const { member } = await api.client(url.replace(/^.*#/, "")).createSession({ body: { keep: true } });
  expect([member?.id, api.received]).toEqual([id, ["create-session", "create-session"]]);
  expect((await intake.listSessions({ path: { id } })).data).toHaveLength(1);
});

describe("a transition whose answer is lost", () => {
  const cancel = (call: Awaited<ReturnType<typeof book>>) =>
    intake.updateConsultation({ ...call, body: { status: "canceled" } });

  it.each([
    ["update-consultation", "canceled", cancel],
    ["complete-consultation", "completed", (call) => intake.completeConsultation({ ...call, body: {} })],
    ["mark-no-show", "no-show", (call) => intake.markNoShow(call)],
  ] as const satisfies [string, string, typeof cancel][])(
    "is confirmed by a GET and reported as done: %s",
    async (name, status, send) => {
      const call = await book();
      api.lose([name]);
      expect(await send(call)).toMatchObject({ ...call.path, status });
      expect(api.received).toEqual([name, "get-consultation"]);
    },
  );

  it("is reported as done even without retries, and the caller sees the response that shows it", async () => {
    const call = await book();
    api.lose(["update-consultation"]);
    const statuses: number[] = [];
    const onResponse = ({ status }: Response) => statuses.push(status);
    const options = { maxRetries: 0, onResponse };
    const canceled = await intake.updateConsultation({ ...call, body: { status: "canceled" } }, options);
    expect(canceled.status).toBe("canceled");
    expect(statuses).toEqual([200]);
  });

  it("is confirmed after several lost answers", async () => {
    const call = await book();
    api.lose(["update-consultation", "get-consultation", "get-consultation"]);
    expect(await cancel(call)).toMatchObject({ status: "canceled" });
  });

  it("is reported as not_found if another transition came first", async () => {
    const call = await book();
    await intake.completeConsultation({ ...call, body: {} });
    api.lose(["update-consultation"]);
    await expect(cancel(call)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("a deletion whose answer is lost", () => {
  it("is repeated, and reported as deleted when the record is gone by then: a webhook endpoint", async () => {
    const call = await newWebhook();
    api.lose(["delete-webhook"]);
    expect(await intake.deleteWebhook({ ...call, headers: { "If-Match": '"1"' } })).toBeUndefined();
    expect(api.received).toEqual(["delete-webhook", "delete-webhook"]);
  });

  it("is repeated: a key, a hold, and the key that the client itself uses", async () => {
    const key = await newApiKey();
    const body = { attorney_id: fixture.attorney.id, start_at: nextStart(), duration_min: 30 };
    const hold = await intake.createHold({ body });
    api.lose(["delete-key", "delete-key", "delete-hold"]);
    expect(await intake.deleteKey(key)).toBeUndefined();
    expect(await intake.deleteHold({ path: { id: hold.id } })).toBeUndefined();
    const own = api.client(await newKey());
    const { key: itself } = await own.getMe();
    api.lose(["delete-key"]);
    expect(await own.deleteKey({ path: { id: itself.id } })).toBeUndefined();
  });

  it("is reported as not_found if the first answer says so", async () => {
    const call = await newWebhook();
    await intake.deleteWebhook(call);
    await expect(intake.deleteWebhook(call)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("a change whose answer is lost", () => {
  it.each([
    ["update-lead", newLead, (call) => intake.updateLead({ ...call, body: { email: " Eve@Example.com" } })],
    ["update-lead", newLead, (call) => intake.updateLead({ ...call, body: { status: "contacted" } })],
    ["archive-lead", newLead, (call) => intake.archiveLead(call)],
    ["archive-consultation", book, (call) => intake.archiveConsultation(call)],
    ["record-payment", book, (call) => intake.recordPayment({ ...call, body: { paid: true, amount: 5 } })],
    [
      "update-consultation",
      book,
      (call) => intake.updateConsultation({ ...call, body: { start_at: "2054-03-03T12:00:00+02:00" } }),
    ],
    ["update-member", newMember, (call) => intake.updateMember({ ...call, body: { role: "Partner" } })],
    ["update-webhook", newWebhook, (call) => intake.updateWebhook({ ...call, body: { enabled: false } })],
    ["update-key", newApiKey, (call) => intake.updateKey({ ...call, body: { name: "Make" } })],
    ["update-firm", newLead, () => intake.updateFirm({ body: { name: "Doe & Partners" } })],
  ] as const satisfies [string, typeof newLead, (call: Awaited<ReturnType<typeof newLead>>) => unknown][])(
    "is confirmed by a GET, and made once: %s",
    async (name, create, send) => {
      const call = await create();
      api.lose([name]);
      expect(await send(call)).toEqual(expect.objectContaining({}));
      expect(api.received.filter((each) => each === name)).toHaveLength(1);
    },
  );

  it("is repeated if that changes nothing more: a merge", async () => {
    const [call, other] = [await newLead(), await newLead()];
    api.lose(["merge-lead"]);
    expect(await intake.mergeLead({ ...call, body: { from: other.path.id } })).toMatchObject(call.path);
    expect(api.received).toEqual(["merge-lead", "merge-lead"]);
    expect(await intake.getLead(other)).toMatchObject({ merged_into: call.path.id });
  });

  it("is repeated by a client's link that books, since the same start is the same consultation", async () => {
    const body = { type: MEETING.key, attorney_id: fixture.attorney.id };
    await intake.updateFirm({ body: SELF_SERVICE });
    const { id, url } = await intake.createLink({ path: { id: fixture.leadId }, body });
    const client = api.client(tokenOf(url));
    api.lose(["book-by-link"]);
    const booked = await client.bookByLink({ body: { start_at: nextStart() } });
    expect(api.received).toEqual(["book-by-link", "book-by-link"]);
    expect((await client.getLink()).consultation).toEqual(booked);
    api.lose(["delete-link"]);
    expect(await intake.deleteLink({ path: { id: fixture.leadId, linkId: id } })).toBeUndefined();
  });

  it("is confirmed by the state of a client's link, and which names no change that others have made since", async () => {
    await intake.updateFirm({ body: SELF_SERVICE });
    const { path } = await book();
    const { url } = await intake.createLink({
      path: { id: fixture.leadId },
      body: { consultation_id: path.id },
    });
    const client = api.client(tokenOf(url));
    const seen = async () => ({ "If-Match": (await client.getLink()).etag ?? "" });
    const start_at = nextStart();
    let headers = await seen();
    api.lose(["update-by-link"]);
    expect(await client.updateByLink({ headers, body: { start_at } })).toMatchObject({ start_at });
    expect(api.received).toEqual(["update-by-link", "get-link"]);

    headers = await seen();
    const agreed = nextStart();
    api.lose(["update-by-link"], async () => {
      await intake.updateConsultation({ path, body: { start_at: agreed } });
    });
    const moved = client.updateByLink({ headers, body: { start_at: nextStart() } });
    await expect(moved).rejects.toBeInstanceOf(IntakeOutcomeUnknownError);
    headers = await seen();
    api.lose(["update-by-link"]);
    expect(await client.updateByLink({ headers, body: { status: "canceled" } })).toMatchObject({
      ...{ id: path.id, status: "canceled", start_at: agreed },
    });
  });

  it("is not repeated over another caller's change: the error says that the outcome is unknown", async () => {
    const call = await newLead();
    const other = api.client(await newKey());
    api.lose(["update-lead"], async () => {
      await other.updateLead({ ...call, body: { first_name: "Bob" } });
    });
    const change = intake.updateLead({ ...call, body: { first_name: "Ann" } });
    await expect(change).rejects.toBeInstanceOf(IntakeOutcomeUnknownError);
    expect(await intake.getLead(call)).toMatchObject({ first_name: "Bob" });
  });

  it("does not conflict with its own If-Match", async () => {
    const call = await newMember();
    const headers = { "If-Match": '"1"' };
    api.lose(["update-member"]);
    const changed = await intake.updateMember({ ...call, headers, body: { role: "Partner" } });
    expect(changed).toMatchObject({ role: "Partner", version: 2 });
  });

  it("is reported as version_conflict if the version was another one all along", async () => {
    const call = await newMember();
    api.lose(["update-member"]);
    const stale = intake.updateMember({ ...call, headers: { "If-Match": '"7"' }, body: { role: "Partner" } });
    await expect(stale).rejects.toMatchObject({ code: "version_conflict" });
  });
});

it("a call that returns a secret, and whose answer is lost, is not repeated: the secret is rotated once", async () => {
  const call = await newWebhook();
  api.lose(["rotate-webhook-secret"]);
  await expect(intake.rotateWebhookSecret(call)).rejects.toBeInstanceOf(IntakeOutcomeUnknownError);
  expect(await intake.getWebhook(call)).toMatchObject({ version: 2 });
});
