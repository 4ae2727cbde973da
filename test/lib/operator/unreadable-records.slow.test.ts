import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "@jest/globals";
import { handler as updateFirm } from "../../../functions/settings/update-firm.ts";
import {
  apiKeyRecordKey,
  consultationKey,
  firmKeyEntryKey,
  inboundDeliveryKey,
  leadKey,
  linkKey,
  type RecordKey,
  settingsKey,
  sha256,
  sourceKey,
  webhookKey,
} from "../../../shared/table/record-keys.ts";
import { bookedItems, newConsultation } from "../../support/booked-consultations.ts";
import { newFirm } from "../../support/firms.ts";
import { call } from "../../support/http-call.ts";
import { deliver, listInboundDeliveries } from "../../support/ingestion.ts";
import { createTestKey, readStoredKey } from "../../support/keys.ts";
import { ADA, putLead } from "../../support/leads.ts";
import { linkCalls, MEETING, SELF_SERVICE } from "../../support/links.ts";
import { runCommand, runForRows } from "../../support/operator.ts";
import { putItems } from "../../support/put-items.ts";
import { createTestSource } from "../../support/sources.ts";
import { spoilRecord } from "../../support/spoil-record.ts";
import { useTable } from "../../support/test-table.ts";
import { storeWebhook } from "../../support/webhooks.ts";

const table = useTable();

let firm: Awaited<ReturnType<typeof newFirm>>;
beforeEach(async () => {
  firm = await newFirm(table);
});

const run = (command: string, ...input: string[]) => runForRows(command, ...input, "--table", table.name);

const spoil = (key: RecordKey, attribute: string) => spoilRecord(table, key, attribute);

const unread = (record: string) => `The service could not read or change ${record}. Everything else is done.`;

describe("a command that walks records skips those that it cannot read, then fails and names them:", () => {
  it("key list: a key", async () => {
    const { id, secret } = await createTestKey(firm.apiKey, ["leads:read"]);
    const other = await createTestKey(firm.apiKey, ["leads:read"]);
    await spoil(apiKeyRecordKey(sha256(secret)), "scopes");
    const { rows, error } = await run("key list", firm.firmId);
    expect(rows.map(({ key_id }) => key_id)).toContain(other.id);
    expect(rows.map(({ key_id }) => key_id)).not.toContain(id);
    expect(error).toBe(unread(`the key with the hash ${sha256(secret).slice(0, 12)}…`));
  });

  it("key list: an entry of the firm's keys, and a source", async () => {
    const { id } = await createTestKey(firm.apiKey, ["leads:read"]);
    const [source, other] = [await createTestSource(firm.apiKey), await createTestSource(firm.apiKey)];
    await spoil(firmKeyEntryKey(firm.firmId, id), "sha256");
    await spoil(sourceKey(firm.firmId, source.id), "keys");
    const { rows, error } = await run("key list", firm.firmId);
    expect(rows.map(({ source_id }) => source_id)).toEqual([null, other.id]);
    expect(error).toBe(unread(`the key ${id}, the source ${source.id}`));
  });

  it("key find: a key", async () => {
    const { id, secret } = await createTestKey(firm.apiKey, ["leads:read"]);
    await spoil(apiKeyRecordKey(sha256(secret)), "scopes");
    expect(await run("key find", secret.slice(-4))).toMatchObject({ error: unread(`the key ${id}`) });
    const found = await run("key find", firm.apiKey.slice(-4));
    expect(found).toMatchObject({ rows: [{ firm_id: firm.firmId }], error: null });
  });

  it("key revoke: an entry of another key", async () => {
    const [broken, wanted] = [
      await createTestKey(firm.apiKey, ["leads:read"]),
      await createTestKey(firm.apiKey, ["leads:read"]),
    ];
    await spoil(firmKeyEntryKey(firm.firmId, broken.id), "sha256");
    const { error } = await run("key revoke", firm.firmId, wanted.id, "--confirm", firm.firmId);
    expect(error).toBe(unread(`the key ${broken.id}`));
    const { rows } = await run("key list", firm.firmId);
    expect(rows.map(({ key_id }) => key_id)).not.toContain(wanted.id);
  });

  it("link list: a link", async () => {
    await call(updateFirm, { key: firm.apiKey, body: SELF_SERVICE });
    const { id: leadId } = await putLead(table, firm.firmId);
    const { newLink } = linkCalls(() => ({ key: firm.apiKey, leadId }));
    const [broken, other] = [await newLink(), await newLink()];
    await spoil(linkKey(firm.firmId, broken.id), "sha256");
    const { rows, error } = await run("link list", firm.firmId);
    expect(rows).toMatchObject([{ link_id: other.id, type: MEETING.key }]);
    expect(error).toBe(unread(`the link ${broken.id}`));
  });

  it("link list: the consultation of a link, and with it the link", async () => {
    await call(updateFirm, { key: firm.apiKey, body: SELF_SERVICE });
    const { id: leadId } = await putLead(table, firm.firmId);
    const { newLink } = linkCalls(() => ({ key: firm.apiKey, leadId }));
    const other = await newLink();
    const consultation = newConsultation({ leadId, attorneyId: firm.attorney.id, type: MEETING.key });
    await putItems(table, bookedItems(firm.firmId, [consultation]));
    const broken = await newLink({ consultation_id: consultation.id });
    await spoil(consultationKey(firm.firmId, consultation.id), "status");
    const { rows, error } = await run("link list", firm.firmId);
    expect(rows).toMatchObject([{ link_id: other.id }]);
    expect(error).toBe(unread(`the consultation of the link ${broken.id}`));
  });

  it("lead find: a lead", async () => {
    const [broken, other] = [await putLead(table, firm.firmId), await putLead(table, firm.firmId)];
    await spoil(leadKey(firm.firmId, broken.id), "firstName");
    const { rows, error } = await run("lead find", firm.firmId, "--email", other.email);
    expect(rows).toMatchObject([{ lead_id: other.id }]);
    expect(error).toBe(unread(`the lead ${broken.id}`));
  });

  it("firm disable: an entry of a key", async () => {
    const broken = await createTestKey(firm.apiKey, ["leads:read"]);
    const other = await createTestKey(firm.apiKey, ["leads:read"]);
    await spoil(firmKeyEntryKey(firm.firmId, broken.id), "sha256");
    await expect(runCommand(table, "firm disable", firm.firmId)).rejects.toThrow(
      unread(`the key ${broken.id}`),
    );
    expect(await readStoredKey(table, other.secret)).toMatchObject({ firmDisabled: true });
  });

  it("sources rejected: a source", async () => {
    const [source, other] = [await createTestSource(firm.apiKey), await createTestSource(firm.apiKey)];
    await deliver(other.secret, {});
    await spoil(sourceKey(firm.firmId, source.id), "name");
    const { rows, error } = await run("sources rejected", "--firm", firm.firmId);
    expect(rows).toMatchObject([{ source_id: other.id, deliveries: 1 }]);
    expect(error).toBe(unread(`the source ${source.id}`));
  });

  it("sources rejected: a delivery", async () => {
    const source = await createTestSource(firm.apiKey);
    for (const body of [{}, {}]) await deliver(source.secret, body);
    const [broken] = await listInboundDeliveries(firm.apiKey, source.id);
    await spoil(inboundDeliveryKey(firm.firmId, source.id, broken?.id), "error");
    const { rows, error } = await run("sources rejected", "--firm", firm.firmId);
    expect(rows).toMatchObject([{ source_id: source.id, deliveries: 1 }]);
    expect(error).toBe(unread(`the delivery ${broken?.id} of the source ${source.id}`));
  });

  it("webhooks failing: an endpoint", async () => {
    const broken = await storeWebhook(table, firm.firmId);
    const other = await storeWebhook(table, firm.firmId, { enabled: false });
    await spoil(webhookKey(firm.firmId, broken.id), "url");
    const { rows, error } = await run("webhooks failing", "--firm", firm.firmId);
    expect(rows).toMatchObject([{ webhook_id: other.id }]);
    expect(error).toBe(unread(`the webhook ${broken.id}`));
  });

  it("firm export: a source, whose deliveries may hold a secret", async () => {
    const [source, other] = [await createTestSource(firm.apiKey), await createTestSource(firm.apiKey)];
    for (const { secret } of [source, other]) await deliver(secret, ADA);
    await spoil(sourceKey(firm.firmId, source.id), "bodySecret");
    const file = join(mkdtempSync(join(tmpdir(), "export-")), "records");
    const { error } = await run("firm export", firm.firmId, "--output", file);
    const records = readFileSync(file, "utf8").trimEnd().split("\n");
    const bodies = records
      .map((line) => JSON.parse(line))
      .filter(({ record }) => record === "inbound_delivery")
      .map(({ pk, body }) => [pk.split("#").at(-1), body]);
    expect(Object.fromEntries(bodies)).toEqual({ [source.id]: null, [other.id]: JSON.stringify(ADA) });
    expect(error).toBe(unread(`the source ${source.id}`));
  });

  it("firm list: the settings of a firm", async () => {
    const other = await newFirm(table);
    await spoil(settingsKey(firm.firmId), "timeZone");
    const { rows, error } = await run("firm list");
    expect(rows.map(({ firm_id }) => firm_id)).toContain(other.firmId);
    expect(rows.map(({ firm_id }) => firm_id)).not.toContain(firm.firmId);
    expect(error).toMatch(new RegExp(`could not read or change the settings .*${firm.firmId}\\. Every`));
  });
});

it("the usage of a firm counts deliveries of a source and an endpoint that cannot be read", async () => {
  const source = await createTestSource(firm.apiKey);
  const webhook = await storeWebhook(table, firm.firmId);
  await deliver(source.secret, ADA);
  await spoil(sourceKey(firm.firmId, source.id), "name");
  await spoil(webhookKey(firm.firmId, webhook.id), "url");
  expect(await run("usage", "--firm", firm.firmId)).toMatchObject({
    rows: [{ inbound_deliveries: 1 }],
    error: null,
  });
});
