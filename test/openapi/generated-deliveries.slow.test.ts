import { beforeAll, describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { addKey, newFirm } from "../support/firms.ts";
import { type EncodedBody, jsonBody, multipartOf, textPart } from "../support/form-bodies.ts";
import { deliverBytes } from "../support/ingestion.ts";
import { OPERATIONS, type Schema } from "../support/openapi/published-document.ts";
import { type KnownValues, validValues } from "../support/openapi/valid-values.ts";
import { createTestSource } from "../support/sources.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable();

/** Creates a lead from any delivery. */
const MAPPING = {
  first_name: { value: "Grace" },
  last_name: { value: "Hopper" },
  email: { value: "grace@example.com" },
};

const NOTHING_KNOWN: KnownValues = {
  valuesOf: () => undefined,
  keysOf: () => undefined,
  isLeftOut: () => false,
  isSent: () => false,
};

const SEED = 20_261_101;

type Form = Readonly<Record<string, string | readonly string[]>>;

const fieldsOf = (form: Form): [string, string][] =>
  Object.entries(form).flatMap(([name, value]) =>
    [value].flat().map((text): [string, string] => [name, text]),
  );

/** With a longer boundary, a form with the maximum of fields may exceed the size of a body. */
const SHORT_BOUNDARY = "b";

const ENCODERS: Readonly<Record<string, (value: unknown) => EncodedBody>> = {
  "application/json": jsonBody,
  "application/x-www-form-urlencoded": (form) => ({
    contentType: "application/x-www-form-urlencoded",
    bytes: Buffer.from(new URLSearchParams(fieldsOf(Object(form))).toString()),
  }),
  "multipart/form-data": (form) =>
    multipartOf(
      fieldsOf(Object(form)).map(([name, text]) => textPart(name, text)),
      SHORT_BOUNDARY,
    ),
};

const createLead = OPERATIONS.find(({ name }) => name === "create-lead");

const ANY_JSON: Schema = {};

const BODIES = Object.entries(createLead?.requestBody?.content ?? {}).map(([contentType, { schema }]) => ({
  contentType,
  // The schema of JSON is for API keys; the prose says that a source may post any JSON.
  schema: contentType === "application/json" ? ANY_JSON : schema,
}));

const FORMS = BODIES.filter(({ schema }) => schema.maxProperties);

const formOf = (fields: number): Form =>
  Object.fromEntries(Array.from({ length: fields }, (_, index) => [`f${index}`, "x"]));

describe("deliveries of a lead source", () => {
  let secret = "";
  beforeAll(async () => {
    const { firmId } = await newFirm(table);
    const key = await addKey(table, firmId, { scopes: ["settings:write"] });
    ({ secret } = await createTestSource(key, { mapping: MAPPING, requests_per_minute: 60_000 }));
  });

  const deliver = async (contentType: string, value: unknown) => {
    const encoded = ENCODERS[contentType]?.(value);
    if (encoded === undefined) throw new Error(`The document has the content type ${contentType}.`);
    const { status, body } = await deliverBytes(secret, encoded);
    return { value, status, field: body.error?.details?.[0]?.field };
  };

  it("may be JSON and forms", () => {
    expect(BODIES.map(({ contentType }) => contentType)).toEqual(Object.keys(ENCODERS));
  });

  it.each(BODIES)("are accepted as $contentType, as the document says", async ({ contentType, schema }) => {
    const values = fc.sample(validValues(schema, "", NOTHING_KNOWN), { seed: SEED, numRuns: 50 });
    const responses = await Promise.all(values.map((value) => deliver(contentType, value)));
    expect(responses.filter(({ status }) => status !== 201)).toEqual([]);
  });

  it.each(FORMS)("have at most so many fields as $contentType", async ({ contentType, schema }) => {
    const { maxProperties = 0 } = schema;
    expect(await deliver(contentType, formOf(maxProperties))).toMatchObject({ status: 201 });
    expect(await deliver(contentType, formOf(maxProperties + 1))).toMatchObject({
      status: 422,
      field: "body",
    });
  });
});
