import { describe, expect, it } from "@jest/globals";
import { handler as createLead } from "../../../functions/leads/create-lead.ts";
import { handler as createSource } from "../../../functions/sources/create-source.ts";
import { handler as previewDelivery } from "../../../functions/sources/preview-inbound-delivery.ts";
import { handler as updateSource } from "../../../functions/sources/update-source.ts";
import { LIMITS } from "../../../shared/schema/limits.ts";
import { advanceDate } from "../../support/fake-date.ts";
import { deliver, GRACE } from "../../support/ingestion.ts";
import { changeSetting, SETTINGS_CACHE_MILLISECONDS } from "../../support/settings.ts";
import { interceptStoreCalls } from "../../support/store-calls.ts";
import { sdkError } from "../../support/store-faults.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { useSource } from "../../support/use-source.ts";
import { violationFields } from "../../support/violation-fields.ts";

const table = useTable();
const firm = useFirm(table);
const source = useSource(firm, () => ({ rejected_answer: "accepted" }));

describe("a source that accepts rejected deliveries", () => {
  it.each<[string, unknown, string, string[] | null]>([
    ["an invalid value", { ...GRACE, email: "none" }, "invalid_request", ["email"]],
    ["a missing value", {}, "invalid_request", ["first_name", "last_name", "email"]],
    ["invalid JSON", "{", "invalid_request", ["body"]],
    ["a large body", { ...GRACE, other: "x".repeat(LIMITS.bodyBytes) }, "payload_too_large", null],
  ])("answers 202 for %s, and keeps the delivery", async (_, body, code, fields) => {
    const response = await source.deliver(body);
    expect(response.status).toBe(202);
    const { details } = response.body;
    expect(details?.map(({ field }: { field: string }) => field) ?? null).toEqual(fields);
    expect(await source.lastDelivery()).toMatchObject({ outcome: "rejected", error: { code, details } });
  });

  it("answers 202 when the firm has no open stage", async () => {
    await changeSetting(table, firm.firmId, "stages", []);
    advanceDate(SETTINGS_CACHE_MILLISECONDS);
    const response = await source.deliver();
    expect([response.status, response.body]).toEqual([202, { status: "rejected", details: null }]);
    expect(await source.lastDelivery()).toMatchObject({
      outcome: "rejected",
      error: { code: "no_open_stage" },
    });
  });

  it("answers for the stored delivery, whatever the store does afterwards", async () => {
    let isKept = false;
    interceptStoreCalls(({ name, send }) => {
      if (isKept) throw sdkError("ThrottlingException");
      isKept = name === "Put";
      if (isKept) advanceDate(SETTINGS_CACHE_MILLISECONDS);
      return send();
    });
    expect((await source.deliver({})).status).toBe(202);
  });

  it("answers everything else as before", async () => {
    expect((await source.deliver()).status).toBe(201);
    expect((await source.deliver()).status).toBe(200);
    expect((await deliver("its_wrong", {})).status).toBe(401);
    expect((await firm.send(createLead, { body: {} })).status).toBe(422);
    await source.update({ enabled: false });
    advanceDate(60_000);
    expect((await source.deliver({})).status).toBe(403);
  });
});

it("says in a rejection which paths were read and which values nothing uses, wherever it is shown", async () => {
  const payload = { first_name: "Grace", nachname: "Hopper", email: "grace@example.com" };
  const looked = "looked at last_name, lastName, full_name, fullName, name; unused: nachname";
  const details = [{ field: "last_name", message: `is required (${looked})` }];
  expect((await source.deliver(payload)).body).toEqual({ status: "rejected", details });
  expect((await source.lastDelivery()).error).toMatchObject({ details });
  const preview = await firm.send(previewDelivery, { params: { id: source.id }, body: { payload } });
  expect(preview.body.violations).toEqual(details);
  await source.replace({});
  const { error } = (await source.deliver(payload)).body;
  expect(error).toMatchObject({
    details,
    message: `The request is invalid: last_name is required (${looked}).`,
  });
});

it("a source answers errors by default", async () => {
  const { body } = await firm.send(createSource, { body: { key: "form", name: "Form" } });
  expect(body.rejected_answer).toBe("error");
  expect((await deliver(body.ingestion_key, {})).status).toBe(422);
  const params = { id: source.id };
  const changed = await firm.send(updateSource, { params, body: { rejected_answer: "error" } });
  expect(changed.body).toMatchObject({ rejected_answer: "error", version: 2 });
  const wrong = await firm.send(updateSource, { params, body: { rejected_answer: "ok" } });
  expect([wrong.status, violationFields(wrong)]).toEqual([422, ["rejected_answer"]]);
});
