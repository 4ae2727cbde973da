import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { handler as createLead } from "../../../functions/leads/create-lead.ts";
import { handler as listLeads } from "../../../functions/leads/list-leads.ts";
import { handler as createSource } from "../../../functions/sources/create-source.ts";
import { handler as updateSource } from "../../../functions/sources/update-source.ts";
import { newFirm } from "../../support/firms.ts";
import { type ApiRequest, call } from "../../support/http-call.ts";
import { parseHttpRequest } from "../../support/http-message.ts";
import { listInboundDeliveries } from "../../support/ingestion.ts";
import { createTestSource, type TestSource } from "../../support/sources.ts";
import { useTable } from "../../support/test-table.ts";

type SourceBody = {
  readonly signature?: { readonly secret: string };
  readonly body_secret?: { readonly value: string };
};

type Expected = {
  /** The address of the page that documents the delivery. */
  readonly based_on: string;
  /** The secret with which the sender proves the delivery, for a source that requires one. */
  readonly secret?: string;
  readonly status: number;
  /** The browser's next page; `{{delivery_id}}` stands for the delivery's id. */
  readonly location?: string;
  readonly outcome: string;
  readonly external_id: string | null;
  readonly lead: Readonly<Record<string, unknown>> | null;
};

const FOLDER = join(import.meta.dirname, "../../../docs/recipes");
const RECIPES = readdirSync(FOLDER);

const PAGES: Readonly<Record<string, readonly string[]>> = { "html-form": ["form.html", "thank-you.html"] };

const filesOf = (recipe: string) => readdirSync(join(FOLDER, recipe));
const deliveriesOf = (recipe: string) => filesOf(recipe).filter((name) => name.startsWith("delivery"));
const expectedFile = (delivery: string) =>
  delivery.replace(/^delivery/, "expected").replace(/\.http$/, ".json");

const readText = (recipe: string, name: string) => readFileSync(join(FOLDER, recipe, name), "utf8");
const readSource = (recipe: string): SourceBody => JSON.parse(readText(recipe, "source.json"));
const readExpected = (recipe: string, delivery: string): Expected =>
  JSON.parse(readText(recipe, expectedFile(delivery)));

const readDelivery = (recipe: string, delivery: string, source: TestSource) =>
  parseHttpRequest(Buffer.from(readText(recipe, delivery).replaceAll("{{ingestion_key}}", source.secret)));

const table = useTable();

/** Returns the source of a recipe with the sender's secret, as a reader puts it in the place of the placeholder. */
const completeSource = (recipe: string): SourceBody => {
  const { secret = "" } = readExpected(recipe, "delivery.http");
  const { signature, body_secret, ...source } = readSource(recipe);
  return {
    ...source,
    ...(signature && { signature: { ...signature, secret } }),
    ...(body_secret && { body_secret: { ...body_secret, value: secret } }),
  };
};

/** Creates the source of a recipe for a new firm. */
const setUp = async (recipe: string) => {
  const { apiKey } = await newFirm(table);
  return { apiKey, source: await createTestSource(apiKey, { ...completeSource(recipe) }) };
};

/** Posts a request, and returns the response and the stored delivery. */
const deliver = async (apiKey: string, source: TestSource, request: ApiRequest) => {
  const response = await call(createLead, request);
  const [delivery] = await listInboundDeliveries(apiKey, source.id);
  return { response, delivery };
};

const leadsOf = async (apiKey: string) => (await call(listLeads, { key: apiKey })).body.data;

describe.each(RECIPES)("the recipe %s", (recipe) => {
  const deliveries = deliveriesOf(recipe);

  it("has a source, the expected result of each delivery, and the pages that send them, if any", () => {
    expect(deliveries).toContain("delivery.http");
    const files = ["source.json", ...deliveries, ...deliveries.map(expectedFile), ...(PAGES[recipe] ?? [])];
    expect(filesOf(recipe).sort()).toEqual(files.sort());
  });

  it.each(deliveries)("accepts its %s", async (name) => {
    const { apiKey, source } = await setUp(recipe);
    const request = readDelivery(recipe, name, source);
    const expected = readExpected(recipe, name);
    expect(expected.based_on).toMatch(/https:\/\//);

    const { response, delivery } = await deliver(apiKey, source, request);
    const { outcome, external_id, location, lead } = expected;
    expect(delivery).toMatchObject({ outcome, external_id });
    expect([response.status, response.headers.location]).toEqual([
      expected.status,
      location?.replace("{{delivery_id}}", delivery.id),
    ]);
    expect(response.body?.status).toBe(location === undefined ? outcome : undefined);
    const leads = await leadsOf(apiKey);
    expect(leads).toEqual(lead === null ? [] : [expect.objectContaining({ ...lead, source: source.key })]);

    const repeat = await deliver(apiKey, source, request);
    const isIdentified = outcome === "created" && external_id !== null;
    expect(repeat.delivery.outcome).toBe(isIdentified ? "duplicate" : outcome);
  });
});

/** The recipes whose source asks for a proof of origin. */
const PROVEN = RECIPES.filter((recipe) => {
  const { signature, body_secret } = readSource(recipe);
  return signature !== undefined || body_secret !== undefined;
});

it.each(PROVEN)("the source of %s is refused until its placeholder is replaced", async (recipe) => {
  const { apiKey } = await newFirm(table);
  const field = readSource(recipe).signature ? "signature.secret" : "body_secret.value";
  const message = "is a placeholder: replace it by the sender's secret";
  const pasted = await call(createSource, { key: apiKey, body: readSource(recipe) });
  expect([pasted.status, pasted.body.error.details]).toEqual([422, [{ field, message }]]);
  const { id } = await createTestSource(apiKey, { ...completeSource(recipe) });
  const changed = await call(updateSource, { key: apiKey, params: { id }, body: readSource(recipe) });
  expect([changed.status, changed.body.error.details]).toEqual([422, [{ field, message }]]);
});

it.each(PROVEN)("rejects the delivery of %s with one byte changed", async (recipe) => {
  const { apiKey, source } = await setUp(recipe);
  const request = readDelivery(recipe, "delivery.http", source);
  const changed = { ...request, bytes: withChangedByte(request.bytes, completeSource(recipe)) };
  const { response, delivery } = await deliver(apiKey, source, changed);
  expect([response.status, response.body.error.code]).toEqual([401, "invalid_signature"]);
  expect(delivery.outcome).toBe("rejected");
  expect(await leadsOf(apiKey)).toEqual([]);
});

/** Changes the first byte of the secret if the body holds one, otherwise that of the body. */
const withChangedByte = (bytes: Buffer, { body_secret }: SourceBody) => {
  const offset = bytes.indexOf(body_secret?.value ?? "");
  const changed = Buffer.from(bytes);
  changed.writeUInt8(changed.readUInt8(offset) ^ 1, offset);
  return changed;
};
