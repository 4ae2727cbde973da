import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { openApiDocument } from "../../lib/documents/openapi/document.ts";
import { errorCodesOf } from "../../lib/documents/openapi/errors.ts";
import { bodyExample } from "../../lib/documents/openapi/examples/described-endpoints.ts";
import { EVENT_EXAMPLES } from "../../lib/documents/openapi/examples/event-examples.ts";
import { SCHEMA_EXAMPLES } from "../../lib/documents/openapi/examples/schema-examples.ts";
import { EVENT_RECORDS, IDS } from "../../lib/documents/openapi/examples/shared-values.ts";
import type { JsonSchema } from "../../lib/documents/openapi/json-schema.ts";
import { ERROR_STATUS } from "../../shared/api/error-status.ts";
import { ENDPOINTS } from "../../shared/endpoints.ts";
import { EVENT_TYPES, eventNoun, TEST_EVENT } from "../../shared/events/event-types.contract.ts";
import { validatorOf } from "../support/documented-response.ts";

const document = openApiDocument();
const text = `${JSON.stringify(document, null, 2)}\n`;

describe("the OpenAPI document", () => {
  it("equals the committed one, which `npm run openapi` writes", () => {
    const committed = readFileSync(join(import.meta.dirname, "../../docs/openapi.json"), "utf8");
    expect(committed === text).toBe(true);
  });

  it("has every endpoint, every event and every error", () => {
    const operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(operations.sort()).toEqual(ENDPOINTS.map(({ method, path }) => `${method} ${path}`).sort());
    expect(Object.keys(document.webhooks)).toEqual([...EVENT_TYPES, "webhook.test"]);
    const documented = new Set(ENDPOINTS.flatMap(errorCodesOf));
    expect([...documented].sort()).toEqual(Object.keys(ERROR_STATUS).sort());
    expect(Object.keys(document.components.examples).sort()).toEqual(Object.keys(ERROR_STATUS).sort());
  });

  it("uses every component, and refers to none that it lacks", () => {
    const references = new Set([...text.matchAll(/"#\/components\/(\w+\/[^"]+)"/g)].map(([, name]) => name));
    const components = Object.entries(document.components).flatMap(([kind, parts]) =>
      kind === "securitySchemes" ? [] : Object.keys(parts).map((name) => `${kind}/${name}`),
    );
    expect([...references].sort()).toEqual(components.sort());
  });

  it("describes every field and every query parameter", () => {
    expect(undescribed(JSON.parse(text))).toEqual([]);
  });

  it("describes a part of a record as the record, and what one event adds for that event alone", () => {
    const { Event: _event, ...others } = document.components.schemas;
    expect(JSON.stringify([others, document.paths]).match(/Only in `[^"]*/g)).toBeNull();
    const { Attorney, Member, Lead, InboundPreview } = Object(others);
    const [preview] = nodesWith(InboundPreview.properties.lead, ["properties"]);
    for (const [part, record] of [
      [Attorney, Member],
      [Object(preview), Lead],
    ])
      for (const name of Object.keys(part.properties).filter((each) => each in record.properties))
        expect([name, proseOf(part.properties[name])]).toEqual([name, proseOf(record.properties[name])]);
  });

  it("names the fields that are not in snake_case", () => {
    const objects = nodesWith(JSON.parse(text), ["properties"]);
    const names = objects.flatMap((object) => Object.keys(Object(object).properties));
    const others = [...new Set(names)].filter((name) => !/^[a-z][a-z0-9_]*$/.test(name));
    const guide = readFileSync(join(import.meta.dirname, "../../docs/api.md"), "utf8");
    for (const prose of [document.info.description, guide]) {
      const [sentence = ""] = /`snake_case`[^.]*\./.exec(prose) ?? [];
      expect([...sentence.matchAll(/`(\w+)`/g)].map(([, name]) => name)).toEqual(["snake_case", ...others]);
    }
  });

  it("explains every operation, and shows how to call it", () => {
    for (const item of Object.values(document.paths))
      for (const operation of Object.values(item)) {
        const { description, "x-codeSamples": samples } = Object(operation);
        expect(description.length).toBeGreaterThan(100);
        expect(samples).toHaveLength(3);
      }
  });

  it("states when each event is sent, and with which record", () => {
    for (const [type, { post }] of Object.entries(document.webhooks)) {
      const { description, requestBody } = Object(post);
      const [, { properties }] = requestBody.content["application/json"].schema.allOf;
      const { schema } = type === TEST_EVENT ? { schema: "Webhook" } : EVENT_RECORDS[eventNoun(type)];
      expect([type, description, properties.data]).toEqual([
        type,
        expect.stringMatching(/\.$/),
        { $ref: `#/components/schemas/${schema}` },
      ]);
    }
  });

  it("names the schema of every record that has an id, as the client names its type", () => {
    const own = (schema: JsonSchema) => Object.keys(schema.properties ?? {});
    const named = Object.values(document.components.schemas).map(own);
    // Beside the fields of a named schema, an answer may have a secret that no other answer has.
    const isOfNamed = (schema: JsonSchema) =>
      named.some((fields) => fields.includes("id") && fields.every((field) => own(schema).includes(field)));
    const unnamed = Object.values(document.paths).flatMap((item) =>
      Object.values(item).flatMap((operation) => {
        const { operationId, responses } = Object(operation);
        return nodesWith(responses, ["properties"])
          .map(Object)
          .filter((schema) => own(schema).includes("id") && !isOfNamed(schema))
          .map(
            () => `${operationId}: name its schema in NAMED_SCHEMAS of lib/documents/openapi/json-schema.ts`,
          );
      }),
    );
    expect(unnamed).toEqual([]);
  });

  it("has no alternatives beside properties, since they hide these from readers", () => {
    expect(JSON.stringify(nodesWith(JSON.parse(text), ["anyOf", "oneOf"]))).toBe("[]");
  });

  it("has an example of every parameter and of every body and response", () => {
    expect(withoutExample()).toEqual([]);
  });

  it("has no expression that is too long to read", () => {
    const patterns = [...text.matchAll(/"pattern": "(.*)"/g)].map(([, pattern = ""]) => pattern);
    expect(patterns.filter((pattern) => pattern.length > 90)).toEqual([]);
  });
});

describe("the examples", () => {
  it.each(Object.entries(SCHEMA_EXAMPLES))("of %s is valid", (name, example) => {
    const validate = validatorOf(name, { $ref: `#/components/schemas/${name}` });
    expect([validate(example), validate.errors]).toEqual([true, null]);
  });

  it.each(Object.entries(document.webhooks))("of the event %s is valid", (type, { post }) => {
    const { schema, example } = Object(post).requestBody.content["application/json"];
    const [event, { properties }, own] = schema.allOf;
    expect(example.type).toBe(type);
    const ofEveryType = document.components.schemas.Event?.required ?? [];
    expect(Object.keys(example).filter((name) => !ofEveryType.includes(name))).toEqual(own?.required ?? []);
    for (const [part, value] of [
      [event, example],
      [properties.data, example.data],
    ]) {
      const validate = validatorOf(part.$ref, part);
      expect([validate(value), validate.errors]).toEqual([true, null]);
    }
  });

  it("of events name only records of the examples", () => {
    const ids = JSON.stringify(EVENT_EXAMPLES).match(/[0-9a-f]{8}-[0-9a-f-]{27}/g);
    expect(Object.values(IDS)).toEqual(expect.arrayContaining([...new Set(ids)]));
  });

  const withBody = ENDPOINTS.flatMap(({ name, body }) => (body ? [{ name, body }] : []));

  it.each(withBody)("of the body of $name is accepted", ({ name, body }) => {
    expect(bodyExample(name)).toBeDefined();
    expect(body().safeParse(bodyExample(name)).error).toBeUndefined();
  });

  it("of a body each belong to an endpoint", () => {
    const described = ENDPOINTS.filter(({ name }) => bodyExample(name)).map(({ name }) => name);
    expect(described).toEqual(withBody.map(({ name }) => name));
  });
});

/** True for a rule about properties that the schema around it describes: it has no type. */
const isCombination = (path: string, { type }: JsonSchema) =>
  type === undefined && /\/(anyOf\/\d+|then|else|if|not)$/.test(path);

/** Returns the descriptions in a schema, in their order. */
const proseOf = (schema: JsonSchema) => JSON.stringify(schema).match(/"description":"[^"]*"/g);

/** Returns the objects with properties that also have one of the keywords. */
const nodesWith = (value: unknown, keywords: readonly string[]): unknown[] =>
  typeof value !== "object" || value === null
    ? []
    : [
        ...("properties" in value && keywords.some((keyword) => keyword in value) ? [value] : []),
        ...Object.values(value).flatMap((inner) => nodesWith(inner, keywords)),
      ];

const withoutExample = () =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.values(item).flatMap((operation) => {
      const { operationId, parameters, requestBody, responses } = Object(operation);
      const named = parameters.filter(({ name }: { name?: string }) => name !== undefined);
      const contents = [requestBody, ...Object.values(responses)].flatMap((each) =>
        Object.values(Object(Object(each).content)),
      );
      return [...named, ...contents]
        .filter((each) => !("example" in each || "examples" in each) && !hasNamedExample(each))
        .map((each) => `${path} ${operationId} ${each.name ?? "content"}`);
    }),
  );

/** True for a reference, or alternatives, to a component that has examples itself. */
const hasNamedExample = ({ schema }: { schema: JsonSchema }) =>
  schema.$ref !== undefined || schema.anyOf?.every((each) => Object(each).$ref) === true;

/** Returns the places where properties and query parameters have no description. */
const undescribed = (value: unknown, path = ""): string[] => {
  if (typeof value !== "object" || value === null || path.includes("/example")) return [];
  const { properties, in: place, description } = value as JsonSchema & { in?: string };
  const missing = Object.entries(isCombination(path, value as JsonSchema) ? {} : (properties ?? {})).flatMap(
    ([name, property]) =>
      "description" in Object(property) || "$ref" in Object(property) || "const" in Object(property)
        ? []
        : [`${path}/${name}`],
  );
  const parameter = place === "query" && description === undefined ? [path] : [];
  return [
    ...missing,
    ...parameter,
    ...Object.entries(value).flatMap(([name, inner]) => undescribed(inner, `${path}/${name}`)),
  ];
};
