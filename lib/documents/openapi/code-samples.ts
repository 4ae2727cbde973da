import type { EndpointDefinition } from "../../../shared/api/endpoint-definition.ts";
import { camelCase } from "./camel-case.ts";
import { bodyExample } from "./examples/described-endpoints.ts";
import { parameterExample } from "./examples/parameter-examples.ts";
import { pathIds, withExampleIds } from "./examples/path-ids.ts";
import { toJsonSchema } from "./json-schema.ts";
import { literal } from "./literal.ts";

/** An endpoint's request with the values of the examples. */
type Sample = {
  readonly definition: EndpointDefinition;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: object | undefined;
};

/** Returns a request to an endpoint in each language: by curl, by our client and by Python. */
export const codeSamples = (definition: EndpointDefinition) => {
  const sample = { definition, query: requiredQuery(definition), body: bodyExample(definition.name) };
  return [
    { lang: "bash", label: "curl", source: curl(sample) },
    { lang: "javascript", label: "JavaScript", source: javaScript(sample) },
    { lang: "python", label: "Python", source: python(sample) },
  ];
};

/** Returns examples of the parameters that a query requires; of alternatives, those of the first one. */
const requiredQuery = ({ name: endpoint, query }: EndpointDefinition) => {
  const { required = [], anyOf: [first] = [] } = query ? toJsonSchema(query(), "input") : {};
  const names = [...required, ...(Object(first).required ?? [])];
  return Object.fromEntries(names.map((name) => [name, parameterExample(name, endpoint)]));
};

const KEY_VARIABLES = {
  api: "INTAKE_KEY",
  link: "INTAKE_LINK_KEY",
  calendar: "INTAKE_CALENDAR_KEY",
  sign_in: "INTAKE_SIGN_IN_TOKEN",
};

/** Returns the environment variable with the key. */
const keyVariable = ({ keyKind }: EndpointDefinition) => KEY_VARIABLES[keyKind ?? "api"];

const isEmpty = (values: object) => Object.keys(values).length === 0;

const curl = ({ definition, query, body }: Sample) => {
  const { method, acceptsIdempotencyKey } = definition;
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, `${value}`]),
  );
  const address = `${withExampleIds(definition)}${isEmpty(query) ? "" : `?${search}`}`;
  const isImplied = method === "GET" || (method === "POST" && body !== undefined);
  return [
    `curl -sS ${isImplied ? "" : `-X ${method} `}"$INTAKE_URL${address}"`,
    ...(definition.isKeyless
      ? ['-H "Intake-Desk: 1"', "-b cookies.txt"]
      : [`-H "Authorization: Bearer $${keyVariable(definition)}"`]),
    ...(acceptsIdempotencyKey ? ['-H "Idempotency-Key: $(openssl rand -hex 16)"'] : []),
    ...(body ? ['-H "Content-Type: application/json"', `-d '${literal(body, "json")}'`] : []),
  ].join(" \\\n  ");
};

const javaScript = ({ definition, query, body }: Sample) => {
  const ids = Object.fromEntries(pathIds(definition).map(({ name, example }) => [name, example]));
  const input = {
    ...(!isEmpty(ids) && { path: ids }),
    ...(!isEmpty(query) && { query }),
    ...(body && { body }),
  };
  const method = `intake.${camelCase(definition.name)}`;
  const argument = isEmpty(input) ? "" : literal(input, "javascript");
  return [
    'import { createIntakeClient } from "@intake/client";',
    "",
    "const intake = createIntakeClient({",
    '  baseUrl: process.env.INTAKE_URL ?? "",',
    definition.isKeyless ? "  session: true," : `  apiKey: process.env.${keyVariable(definition)} ?? "",`,
    "});",
    "",
    callOf(definition, method, argument),
  ].join("\n");
};

/** Returns the call. The client's methods of lists walk from page to page. */
const callOf = (definition: EndpointDefinition, method: string, input: string) => {
  if (isPaged(definition))
    return `for await (const entry of ${method}.items(${input})) {\n  console.log(entry);\n}`;
  return definition.response.schema
    ? `const answer = await ${method}(${input});\nconsole.log(answer);`
    : `await ${method}(${input});`;
};

const isPaged = ({ method, query }: EndpointDefinition) =>
  method === "GET" && query !== undefined && "limit" in (toJsonSchema(query(), "input").properties ?? {});

const python = ({ definition, query, body }: Sample) => {
  const { method, acceptsIdempotencyKey, response } = definition;
  const headers = [
    definition.isKeyless
      ? '"Intake-Desk": "1"'
      : `"Authorization": f"Bearer {os.environ['${keyVariable(definition)}']}"`,
    ...(acceptsIdempotencyKey ? ['"Idempotency-Key": str(uuid.uuid4())'] : []),
  ];
  return [
    "import os",
    ...(acceptsIdempotencyKey ? ["import uuid"] : []),
    "",
    "import requests",
    "",
    `answer = requests.${method.toLowerCase()}(`,
    `    f"{os.environ['INTAKE_URL']}${withExampleIds(definition)}",`,
    "    headers={",
    ...headers.map((header) => `        ${header},`),
    "    },",
    ...(isEmpty(query) ? [] : [`    params=${literal(query, "python", 1)},`]),
    ...(body ? [`    json=${literal(body, "python", 1)},`] : []),
    ")",
    "answer.raise_for_status()",
    ...(response.schema ? [`print(answer.${response.file ? "text" : "json()"})`] : []),
  ].join("\n");
};
