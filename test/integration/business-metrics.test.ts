import { expect, it } from "@jest/globals";
import { handler as bookConsultation } from "../../functions/consultations/book-consultation.ts";
import { handler as createLead } from "../../functions/leads/create-lead.ts";
import { sweepDeliveries } from "../../shared/webhooks/sweep-deliveries.ts";
import { captureLog } from "../support/capture-log.ts";
import { captureMetrics } from "../support/capture-metrics.ts";
import { bookingBody, createBookingFixture } from "../support/consultations.ts";
import { newFirm } from "../support/firms.ts";
import { ALMOST_OVER, call } from "../support/http-call.ts";
import { ADA } from "../support/leads.ts";
import { sdkError, useFaultyStore } from "../support/store-faults.ts";
import { useTable } from "../support/test-table.ts";
import { useFirm } from "../support/use-firm.ts";
import { useSource } from "../support/use-source.ts";
import { webhookClock } from "../support/webhook-clock.ts";
import { respondingWith } from "../support/webhook-deliveries.ts";
import { storeWebhook } from "../support/webhooks.ts";

const table = useTable();
const store = useFaultyStore();
const firm = useFirm(table);
const source = useSource(firm);

const MINUTE = 60_000;

it("counts bookings, and why they are refused", async () => {
  const fixture = await createBookingFixture(table);
  const metrics = captureMetrics();
  const book = (body: unknown, headers?: Record<string, string>) =>
    call(bookConsultation, { key: fixture.key, body, headers });
  const headers = { "idempotency-key": "one" };
  await book(bookingBody(fixture), headers);
  await book(bookingBody(fixture), headers);
  await book(bookingBody(fixture));
  await book({});
  expect(metrics()).toEqual([
    "Bookings booked",
    "Bookings replayed",
    "Bookings slot_unavailable",
    "Bookings invalid_request",
  ]);
});

it("counts leads of callers and of sources by outcome", async () => {
  const metrics = captureMetrics();
  await firm.send(createLead, { body: ADA });
  await firm.send(createLead, { body: { first_name: 7 } });
  await source.deliver();
  await source.deliver();
  await source.deliver("{");
  expect(metrics()).toEqual([
    "Leads created",
    "Leads invalid_request",
    "Leads created",
    "Leads duplicate",
    "Leads rejected",
  ]);
});

it("counts the outcomes of deliveries, and endpoints that fail and recover", async () => {
  captureLog();
  const { firmId } = await newFirm(table);
  let status = 500;
  const webhooks = webhookClock(table, firmId, () => respondingWith(status)());
  const webhook = await storeWebhook(table, firmId);
  for (let n = 0; n < 5; n++) await webhooks.send(webhook);
  const metrics = captureMetrics();
  await webhooks.run(0);
  expect(metrics().sort()).toEqual(["Endpoints failing", ...Array(5).fill("Deliveries retrying")].sort());
  await webhooks.run(2_000);
  status = 204;
  await webhooks.run(10 * MINUTE);
  const later = metrics();
  expect(later.filter((metric) => metric === "Endpoints recovered")).toHaveLength(1);
  expect(later.filter((metric) => metric === "Deliveries delivered")).toHaveLength(5);
  status = 410;
  await webhooks.send(webhook);
  await webhooks.run(0);
  expect(metrics()).toEqual(["Endpoints disabled", "Deliveries failed"]);
});

it("counts a sweep that finds a delivery which was due over ten minutes ago, and no other", async () => {
  const { firmId } = await newFirm(table);
  const webhooks = webhookClock(table, firmId, respondingWith(204));
  await webhooks.send(await storeWebhook(table, firmId));
  webhooks.purge();
  const metrics = captureMetrics();
  const log = captureLog();
  // It is due five minutes after it was queued.
  webhooks.clock.now += 14 * MINUTE;
  await sweepDeliveries(webhooks.dependencies);
  expect(metrics()).toEqual([]);
  webhooks.purge();
  webhooks.clock.now += 16 * MINUTE;
  await sweepDeliveries(webhooks.dependencies);
  expect(metrics()).toEqual(["LateWork 1"]);
  expect(log.join()).toMatch(/work_late.*deliveries/);
});

it("counts responses of 500 and above by code", async () => {
  captureLog();
  await firm.send(createLead, { body: {} });
  const metrics = captureMetrics();
  store.rejects(sdkError("ThrottlingException"));
  await firm.send(createLead, { body: ADA }, ALMOST_OVER);
  expect(metrics()).toContain("ServerErrors unavailable");
});
