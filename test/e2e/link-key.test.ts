import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it, jest } from "@jest/globals";
import { openTable } from "../../lib/operator/deployment.ts";
import type { Table } from "../../shared/table/table.ts";
import { newDemoFirm } from "../support/demo-firms.ts";
import { eventually } from "../support/eventually.ts";
import { runForRows } from "../support/operator.ts";
import { itemText, scanItems } from "../support/scan-table.ts";
import { startReceiver, useReceivers } from "../support/webhook-receivers.ts";
import { callDemo, readJson, sharedLog } from "./spawned-service.ts";

jest.setTimeout(600_000);
useReceivers();

let directory: string;
let table: Table;
beforeAll(async () => {
  directory = await newDemoFirm();
  table = await openTable({});
});

const DAY_MILLISECONDS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MILLISECONDS).toISOString();

const demo = async (method: string, path: string, body?: object) => {
  const response = await callDemo(directory, method, path, body);
  expect([path, response.status < 300 || response.body]).toEqual([path, true]);
  return response.body;
};

/** Every answer to the holder of a link, with its headers, except the calendar file, which has the link's address. */
const answers: string[] = [];

const ask = async (path: string, { token = "", ...init }: RequestInit & { token?: string } = {}) => {
  const headers = { ...(token && { authorization: `Bearer ${token}` }), "content-type": "application/json" };
  const response = await fetch(readJson(directory, "demo.json").base_url + path, { ...init, headers });
  const body = await response.text();
  if (response.headers.get("content-type")?.startsWith("text/calendar")) {
    // Long lines are folded.
    expect(body.replaceAll("\r\n ", "")).toContain(`#${token}\r\n`);
  } else answers.push(JSON.stringify([...response.headers]) + body);
  return { status: response.status, body };
};

/** Adds a webhook for all events. Returns its requests and how to list its deliveries. */
const subscribe = async () => {
  const { url, received } = await startReceiver();
  const { id } = await demo("POST", "/api/webhooks", { url, events: ["*"] });
  return { received, deliveries: () => demo("GET", `/api/webhooks/${id}/deliveries`) };
};

const newLink = async () => {
  await demo("PATCH", "/api/firm", {
    consultation_types: [{ key: "initial", name: "Initial", duration_min: 30 }],
    self_service: { enabled: true },
  });
  const lead = await demo("POST", "/api/leads", {
    first_name: "Ada",
    last_name: "Doe",
    email: "ada@example.com",
    source: "website",
  });
  const path = `/api/leads/${lead.id}/links`;
  const { url, id } = await demo("POST", path, { type: "initial" });
  const [page = "", token = ""] = url.split("#");
  return { path, id, page, token };
};

type Link = Awaited<ReturnType<typeof newLink>>;

const useAsMeant = async ({ token }: Link) => {
  await ask("/api/link", { token });
  const free = await ask(`/api/link/availability?from=${inDays(1)}&to=${inDays(9)}`, { token });
  const [first, second] = JSON.parse(free.body).data;
  const body = JSON.stringify(first);
  expect((await ask("/api/link/consultation", { token, method: "POST", body })).status).toBe(201);
  const move = { token, method: "PATCH", body: JSON.stringify(second) };
  expect((await ask("/api/link/consultation", move)).status).toBe(200);
  expect((await ask("/api/link/calendar.ics", { token })).status).toBe(200);
  const cancel = { token, method: "PATCH", body: JSON.stringify({ status: "canceled" }) };
  expect((await ask("/api/link/consultation", cancel)).status).toBe(200);
};

/** Sends the key as mail scanners, and people who copy a part of the address, may send it. */
const useAsNotMeant = async ({ token, page, path }: Link) => {
  for (const method of ["GET", "HEAD"])
    expect((await ask(new URL(page).pathname, { method })).status).toBe(200);
  const paths = [`/book?${token}`, `/book/${token}`, `/api/link?key=${token}`, `/api/link/${token}`];
  for (const wrong of [...paths, `/api/leads/${token}/links`]) await ask(wrong);
  for (const known of [path, "/api/leads", "/api/me"]) expect((await ask(known, { token })).status).toBe(403);
  await ask("/api/link", { token: `${token.slice(0, -1)}x` });
  await ask("/api/link/consultation", { token, method: "POST", body: token });
  await ask("/api/link/consultation", { token, method: "PATCH", body: JSON.stringify({ start_at: token }) });
};

describe("the key of a client's link", () => {
  it("appears in the answer that creates it and the client's calendar file and nowhere else, however it is used", async () => {
    const { received, deliveries } = await subscribe();
    const link = await newLink();
    await useAsMeant(link);
    await useAsNotMeant(link);
    const leadId = link.path.split("/")[3] ?? "";
    const ofLead = () => received.filter((request) => JSON.stringify(request).includes(leadId));
    await eventually(() => ofLead().length).toBe(4);
    const shown = [
      await demo("GET", link.path),
      await demo("GET", "/api/events"),
      await demo("GET", "/api/keys"),
      await deliveries(),
    ];
    const file = join(directory, "firm.jsonl");
    await runForRows("firm export", String(readJson(directory, "demo.json").firm_id), "--output", file);
    const places = {
      answers,
      log: [sharedLog()],
      webhooks: received.map((request) => JSON.stringify(request)),
      shown: shown.map((each) => JSON.stringify(each)),
      table: (await scanItems(table)).map(itemText),
      export: [readFileSync(file, "utf8")],
    };
    const secret = link.token.slice(4, 40);
    for (const [place, texts] of Object.entries(places)) {
      expect([place, texts.filter((text) => text.includes(secret))]).toEqual([place, []]);
      expect([place, texts.length]).not.toEqual([place, 0]);
    }
    // The search would find the key: these places all name the link by its id.
    for (const place of ["log", "webhooks", "shown", "table", "export"] as const)
      expect([place, places[place].some((text) => text.includes(link.id))]).toEqual([place, true]);
  });
});
