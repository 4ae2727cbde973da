import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { leadInEvents } from "../../shared/leads/lead.rules.ts";
import { namesForVisitor, responseForPage } from "../../shared/sources/browser-forms.ts";
import type { InboundDelivery } from "../../shared/sources/inbound-delivery.rules.ts";
import { sourceRecord } from "../../shared/sources/source.store.ts";
import { sourceKey } from "../../shared/table/record-keys.ts";
import { decidedSource } from "../support/decided-source.ts";
import { FIRM_ID, NEW_ID, newSettings } from "../support/decisions.ts";
import { LEAD_FIELDS } from "../support/firms.ts";
import { urlencodedBody } from "../support/form-bodies.ts";
import { parseHttpRequest } from "../support/http-message.ts";

type SourceBody = {
  readonly key: string;
  readonly mapping?: object;
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

const FOLDER = join(import.meta.dirname, "../../docs/recipes");
const RECIPES = readdirSync(FOLDER);

const PAGES: Readonly<Record<string, readonly string[]>> = { "html-form": ["form.html", "thank-you.html"] };
const STATUS: Readonly<Record<string, number>> = { created: 201, ignored: 200, test: 200, rejected: 422 };

const filesOf = (recipe: string) => readdirSync(join(FOLDER, recipe));
const deliveriesOf = (recipe: string) => filesOf(recipe).filter((name) => name.startsWith("delivery"));
const expectedFile = (delivery: string) =>
  delivery.replace(/^delivery/, "expected").replace(/\.http$/, ".json");

const readText = (recipe: string, name: string) => readFileSync(join(FOLDER, recipe, name), "utf8");
const readSource = (recipe: string): SourceBody => JSON.parse(readText(recipe, "source.json"));
const readExpected = (recipe: string, delivery: string): Expected =>
  JSON.parse(readText(recipe, expectedFile(delivery)));
const readDelivery = (recipe: string, delivery: string) => {
  const { headers = {}, ...request } = parseHttpRequest(Buffer.from(readText(recipe, delivery)));
  return { ...request, headers: headers as Record<string, string> };
};

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

const setUp = async (recipe: string) => {
  const source = await decidedSource({ source: completeSource(recipe) });
  const deliver = ({ bytes, headers }: ReturnType<typeof readDelivery>) =>
    source.deliver({ bytes, contentType: headers["content-type"] }, headers);
  return { ...source, deliver };
};

/** Returns the status and the next page of a browser that sent the delivery. */
const answerTo = ({ all }: Awaited<ReturnType<typeof setUp>>, { id, outcome, error }: InboundDelivery) => {
  const { sk } = sourceKey(FIRM_ID, NEW_ID);
  const source = sourceRecord(FIRM_ID, NEW_ID).parse(all().find((item) => item.sk === sk));
  const fields = namesForVisitor(error?.details ?? [], newSettings().leadFields);
  const context = error && { rejectedDelivery: { id, code: error.code, fields } };
  return (headers: Record<string, string>) => {
    const event = { headers, requestContext: { http: { method: "POST" } } };
    const response = { statusCode: STATUS[outcome] };
    return responseForPage(response as never, { event, context: context ?? {} } as never, source as never);
  };
};

describe.each(RECIPES)("the recipe %s", (recipe) => {
  const deliveries = deliveriesOf(recipe);

  it("has a source, the expected result of each delivery, and the pages that send them, if any", () => {
    expect(deliveries).toContain("delivery.http");
    const files = ["source.json", ...deliveries, ...deliveries.map(expectedFile), ...(PAGES[recipe] ?? [])];
    expect(filesOf(recipe).sort()).toEqual(files.sort());
  });

  it.each(deliveries)("accepts its %s", async (name) => {
    const source = await setUp(recipe);
    const request = readDelivery(recipe, name);
    const { based_on, status, location, outcome, external_id, lead } = readExpected(recipe, name);
    expect(based_on).toMatch(/https:\/\//);

    const delivery = await source.deliver(request);
    expect(delivery).toMatchObject({ outcome, externalId: external_id });
    const { statusCode, headers } = answerTo(source, delivery)(request.headers);
    expect([statusCode, headers?.location]).toEqual([
      status,
      location?.replace("{{delivery_id}}", delivery.id),
    ]);
    expect(source.leads().map((each) => leadInEvents(each, newSettings()))).toEqual(
      lead === null ? [] : [expect.objectContaining({ ...lead, source: readSource(recipe).key })],
    );

    const isIdentified = outcome === "created" && external_id !== null;
    expect((await source.deliver(request)).outcome).toBe(isIdentified ? "duplicate" : outcome);
  });
});

it.each<[string, object, string]>([
  ["a repetition", {}, "No"],
  ["the latest one if the ids of messages are mapped", { "data.message": "MessageSid" }, "Yes"],
])("an earlier text of a number that has one lead is %s", async (_title, mapped, summary) => {
  const { mapping, ...recipe } = readSource("twilio-sms");
  const message = { key: "message", label: "Message", type: "text" as const, options: [] };
  const source = await decidedSource({
    settings: { leadFields: [...LEAD_FIELDS, message] },
    source: { ...recipe, mapping: { ...mapping, external_id: "From", ...mapped } },
  });
  for (const [index, Body] of ["Yes", "No", "Yes"].entries())
    await source.deliver(urlencodedBody({ From: "+12125550187", Body, MessageSid: `SM${index}` }));
  expect(source.lead().data).toMatchObject({ summary });
});

/** The recipes whose source asks for a proof of origin. */
const PROVEN = RECIPES.filter((recipe) => {
  const { signature, body_secret } = readSource(recipe);
  return signature !== undefined || body_secret !== undefined;
});

it.each(PROVEN)("the source of %s is refused until its placeholder is replaced", async (recipe) => {
  const source = readSource(recipe);
  const field = source.signature ? "signature.secret" : "body_secret.value";
  const message = "is a placeholder: replace it by the sender's secret";
  await expect(decidedSource({ source })).rejects.toMatchObject({ details: [{ field, message }] });
});

it.each(PROVEN)("rejects the delivery of %s with one byte changed", async (recipe) => {
  const { deliver, leads } = await setUp(recipe);
  const request = readDelivery(recipe, "delivery.http");
  const changed = { ...request, bytes: withChangedByte(request.bytes, completeSource(recipe)) };
  expect(await deliver(changed)).toMatchObject({ outcome: "rejected", error: { code: "invalid_signature" } });
  expect(leads()).toEqual([]);
});

/** Changes the first byte of the secret if the body holds one, otherwise that of the body. */
const withChangedByte = (bytes: Buffer, { body_secret }: SourceBody) => {
  const offset = bytes.indexOf(body_secret?.value ?? "");
  const changed = Buffer.from(bytes);
  changed.writeUInt8(changed.readUInt8(offset) ^ 1, offset);
  return changed;
};

it("a form that is pasted from the guide needs no mapping", async () => {
  const guide = readFileSync(join(FOLDER, "../inbound.md"), "utf8");
  const [form = ""] = /<form .*?<\/form>/s.exec(guide) ?? [];
  const inputs = [...form.matchAll(/<input name="(\w+)"/g)].map(([, name = ""]) => name);
  const typed: Record<string, string> = {
    first_name: "Ada",
    last_name: "Lovelace",
    email: "ada@example.com",
  };
  expect(inputs.length).toBeGreaterThan(1);
  expect(form).toMatch(/^<form method="post" action="https:\/\/…\/api\/leads\?key=its_…">/);
  const { deliver, lead } = await decidedSource();
  await deliver(Object.fromEntries(inputs.map((name) => [name, typed[name] ?? `typed ${name}`])));
  expect(lead()).toMatchObject({ firstName: "Ada", lastName: "Lovelace", email: "ada@example.com" });
});
