import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { handler as createHold } from "../../functions/scheduling/create-hold.ts";
import { handler as deleteWebhook } from "../../functions/webhooks/delete-webhook.ts";
import { eraseFirm } from "../../shared/firm/erase-firm.ts";
import { findFirm } from "../../shared/firm/find-firm.ts";
import { disableFirm } from "../../shared/firm/set-firm-state.ts";
import { captureLog } from "../support/capture-log.ts";
import {
  type ErasureFirm,
  eventPublisher,
  leaveTraces,
  newErasureFirm,
  newLinkOf,
} from "../support/erasure-fixture.ts";
import { call } from "../support/http-call.ts";
import { deliver, deliverBytes } from "../support/ingestion.ts";
import { runForJson } from "../support/operator.ts";
import { itemText, scanItems } from "../support/scan-table.ts";
import { createTestSource } from "../support/sources.ts";
import { useTable } from "../support/test-table.ts";
import { storePendingDelivery } from "../support/webhook-deliveries.ts";
import { storeWebhook } from "../support/webhooks.ts";

const table = useTable({ stream: true });
const MINUTE = 60_000;

let firm: ErasureFirm;
let other: ErasureFirm;
let linkToken: string;
beforeEach(() => {
  captureLog();
});
const setUp = async () => {
  [firm, other] = [await newErasureFirm(table), await newErasureFirm(table)];
  linkToken = await newLinkOf(firm, await leaveTraces(table, firm));
  await newLinkOf(other, await leaveTraces(table, other));
  const { apiKey: key, firmId } = firm;
  const hold = { attorney_id: firm.attorney.id, start_at: "2055-06-03T10:00:00Z", duration_min: 30 };
  expect((await call(createHold, { key, body: hold })).status).toBe(201);
  const webhook = await storeWebhook(table, firmId, { headers: { "X-Token": "header-secret" } });
  await storePendingDelivery(table, firmId, webhook, Date.now());
  await call(deleteWebhook, { key, params: { id: webhook.id } });
  await eventPublisher(table, [firm, other]).publish();
};

const itemsOf = async ({ firmId }: ErasureFirm) =>
  (await scanItems(table)).filter((item) => itemText(item).includes(firmId));
const disable = (millisecondsAgo: number) =>
  disableFirm(table, { firmId: firm.firmId, nowMilliseconds: Date.now() - millisecondsAgo });
const exportLines = async (firmId: string) => {
  const file = join(mkdtempSync(join(tmpdir(), "export-")), "firm.jsonl");
  const { records } = await runForJson(table, "firm export", firmId, "--output", file);
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  expect(lines).toHaveLength(records);
  return lines;
};

describe("firm export", () => {
  beforeAll(setUp);

  it("writes every record of the firm and of no other firm", async () => {
    const lines = await exportLines(firm.firmId);
    expect(lines).toHaveLength((await itemsOf(firm)).length);
    expect(lines.filter((line) => line.includes(other.firmId))).toEqual([]);
    const kinds = new Set(lines.map((line) => JSON.parse(line).record));
    expect([...kinds].sort()).toEqual([
      "attorney_day",
      "consultation",
      "consultation_count",
      "deduplication_record",
      "event",
      "event_page",
      "hold",
      "idempotency_record",
      "inbound_delivery",
      "key",
      "key_entry",
      "lead",
      "link",
      "member",
      "settings",
      "settings_entry",
      "source",
      "webhook",
      "webhook_delivery",
    ]);
  });

  it("writes the slots of an attorney's days by the ids of their consultations", async () => {
    const records = (await exportLines(firm.firmId)).map((line) => JSON.parse(line));
    const days = records.filter(({ record }) => record === "attorney_day");
    const consultationIds = records.flatMap(({ record, sk }) => (record === "consultation" ? [sk] : []));
    const slots = days.flatMap((day) => Object.entries<number[]>(day.slots ?? {}));
    const slotIds = slots.flatMap(([id, [, , expiry]]) => (expiry === undefined ? [id] : []));
    expect(slotIds.length).toBeGreaterThan(0);
    expect(consultationIds).toEqual(expect.arrayContaining(slotIds));
  });

  it("writes no secret, not even one that a sender put into a body", async () => {
    const bodySecret = 'body "secret" & more';
    const { secret } = await createTestSource(firm.apiKey, {
      signature: {
        header: "x-sign",
        algorithm: "sha256",
        encoding: "hex",
        prefix: "",
        secret: "hmac-secret",
      },
      body_secret: { path: "token", value: bodySecret },
    });
    await deliver(secret, { token: bodySecret }, { "x-sign": "signed-by-sender" });
    const webhook = await storeWebhook(table, firm.firmId, { headers: { "X-Token": "header-secret" } });
    const text = (await exportLines(firm.firmId)).join("\n");
    const hashes = (await scanItems(table)).flatMap(({ pk }) => /^KEY#(.*)$/.exec(String(pk))?.[1] ?? []);
    const secrets = [
      firm.apiKey,
      secret,
      webhook.secret,
      "header-secret",
      "hmac-secret",
      "signed-by-sender",
      linkToken,
    ];
    for (const each of [...secrets, ...hashes]) expect(text).not.toContain(each);
    for (const each of ["body \\", "body%20"]) expect(text).not.toContain(each);
    expect(text).toContain('"record":"inbound_delivery"');
  });

  it.each([
    ["a form's encoding", "token=it%27s+%28here%29", "it's (here)"],
    ["bytes that are not UTF-8", "token=zzz-secret\xff", "zzz-secret"],
    ["the replacement character for bytes that are not UTF-8", "token=yyy-secret\ufffd", "yyy-secret"],
  ])("writes no secret in %s", async (_, body, value) => {
    const { secret } = await createTestSource(firm.apiKey, { body_secret: { path: "token", value } });
    const encoding = body.includes("\xff") ? "latin1" : "utf8";
    await deliverBytes(secret, {
      bytes: Buffer.from(body, encoding),
      contentType: "application/x-www-form-urlencoded",
    });
    const text = (await exportLines(firm.firmId)).join("\n");
    const secretsWritten = [
      body.slice("token=".length),
      Buffer.from(body, encoding).toString("base64"),
    ].filter((each) => text.includes(each));
    expect(secretsWritten).toEqual([]);
  });

  it("writes a coded body decoded alone", async () => {
    const { secret } = await createTestSource(firm.apiKey, { signature: { header: "X-Sign", secret: "s" } });
    const bytes = gzipSync('{"token":"zzz"}');
    const headers = { "content-encoding": "gzip" };
    await deliverBytes(secret, { bytes, contentType: "application/json" }, headers);
    const text = (await exportLines(firm.firmId)).join("\n");
    expect(text).toContain('{\\"token\\":\\"zzz\\"}');
    expect(text).not.toContain("codedBody");
  });
});

describe("firm erase", () => {
  beforeEach(setUp);

  it("deletes all records of the firm, and none of another firm", async () => {
    await disable(MINUTE);
    const others = await itemsOf(other);
    const items = (await itemsOf(firm)).length;
    const run = (...input: string[]) => runForJson(table, "firm erase", firm.firmId, ...input);
    expect(await run()).toMatchObject({ erased: false, items });
    await expect(run("--confirm", "Another Law")).rejects.toThrow("--confirm");
    expect(await itemsOf(firm)).toHaveLength(items);
    expect(await run("--confirm", "Test Law")).toMatchObject({ erased: true, items });
    expect(await itemsOf(firm)).toEqual([]);
    expect(await itemsOf(other)).toEqual(others);
    await expect(run("--confirm", "Test Law")).rejects.toThrow("No such firm.");
  });

  it("requires that the firm has been disabled for a minute, and asks for no confirmation before", async () => {
    const error = jest.spyOn(console, "error").mockImplementation(() => {});
    const run = (...input: string[]) => runForJson(table, "firm erase", firm.firmId, ...input);
    await expect(run()).rejects.toThrow("disable it first");
    expect(error).not.toHaveBeenCalled();
    await expect(run("--confirm", "Test Law")).rejects.toThrow("disable it first");
    await disable(1_000);
    await expect(run("--confirm", "Test Law")).rejects.toThrow("less than a minute ago");
    expect(await itemsOf(firm)).not.toEqual([]);
  });

  it("is finished by the next run if it ended early", async () => {
    await disable(MINUTE);
    const erase = async (onPage = () => {}) =>
      eraseFirm(table, {
        firm: await findFirm(table, firm.firmId),
        dryRun: false,
        now: Date.now,
        onPage,
      });
    const stop = () => {
      throw new Error("The process ended.");
    };
    await expect(erase(stop)).rejects.toThrow("The process ended.");
    expect(await itemsOf(firm)).toHaveLength(2);
    await erase();
    expect(await itemsOf(firm)).toEqual([]);
  });

  it("reports that another run may have erased the firm meanwhile", async () => {
    await disable(MINUTE);
    const request = {
      firm: await findFirm(table, firm.firmId),
      dryRun: false,
      now: Date.now,
      onPage: () => {},
    };
    const walkErased = async function* () {
      await eraseFirm(table, request);
      yield { items: [], scanned: 0 };
    };
    await expect(eraseFirm(table, { ...request, walk: walkErased })).rejects.toThrow(
      "the firm was enabled, or another run erased it",
    );
    expect(await itemsOf(firm)).toEqual([]);
  });
});
