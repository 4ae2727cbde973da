import { LATEST_API_VERSION } from "../../../shared/api/request-headers.ts";
import { EVENT_TYPES } from "../../../shared/events/event-types.contract.ts";
import { documentSchemas } from "../openapi/document.ts";
import type { JsonSchema } from "../openapi/json-schema.ts";
import { ownFieldNames, recordOf } from "../openapi/webhooks.ts";
import { type ApiOperation, apiOperations } from "./api-operations.ts";
import { lostAnswerSource, methodSource, operationTypes, routeSource } from "./operation-source.ts";
import { docComment, typeSource } from "./type-source.ts";

/** Returns the source of `client/src/generated.ts`: types, methods and routes of the OpenAPI document's operations. */
export const clientSource = (): string => {
  const schemas = documentSchemas();
  const operations = apiOperations();
  return [
    '// Written by "npm run client" from the contract; do not edit.\n\nimport type { IntakeEvent } from "./events.ts";\nimport type { LostAnswer } from "./lost-answers.ts";\nimport type { RequestOptions } from "./request-options.ts";\n',
    `/** The version of the API whose types these are; every request asks for it. */\nexport const API_VERSION = "${LATEST_API_VERSION}";\n`,
    ...Object.entries(schemas).filter(isOfClient).map(recordSource),
    eventFieldsSource(),
    ...operations.map((operation) => operationTypes(operation, schemas)).filter((source) => source !== ""),
    `/** One method for each operation of the API, by its \`operationId\`. */\nexport interface Operations {\n${operations.map(methodSource).join("\n")}}\n`,
    "export type OperationId = keyof Operations;\n",
    `/** The operations whose method is not safe (RFC 9110 §9.2.1). */\nexport type UnsafeOperationId =${operations
      .filter(isUnsafe)
      .map(({ id }) => `\n  | "${id}"`)
      .join("")};\n`,
    "export type Route = {\n  readonly method: string;\n  readonly path: string;\n  readonly isPaged?: true;\n  /** The media type of a response that is a text instead of JSON. */\n  readonly textType?: string;\n};\n",
    `export const ROUTES: Readonly<Record<OperationId, Route>> = {\n${operations.map(routeSource).join("")}};\n`,
    `export const LOST_ANSWERS: Readonly<Record<UnsafeOperationId, LostAnswer>> = {\n${operations.filter(isUnsafe).map(lostAnswerSource).join("")}};\n`,
  ].join("\n");
};

/** Schemas that only senders of lead sources receive. */
const OF_SOURCES = ["IngestedLead", "UnacceptedDelivery", "RejectedDelivery"];

const isOfClient = ([name]: [string, JsonSchema]) => !OF_SOURCES.includes(name);

/** Writes the fields that depend on the type of an event: `data`, and those that no other type has. */
const eventFieldsSource = () => {
  const rows = EVENT_TYPES.map((type) => {
    const names = ownFieldNames(type).map((name) => JSON.stringify(name));
    const own = names.length > 0 ? ` & Required<Pick<Event, ${names.join(" | ")}>>` : "";
    return `  "${type}": { data: ${typeSource(recordOf(type))} }${own};\n`;
  });
  return `/** The fields of each type of event beside those that every event has. */\nexport type EventFields = {\n${rows.join("")}};\n`;
};

const isUnsafe = ({ method }: ApiOperation) => method !== "GET";

const recordSource = ([name, schema]: [string, JsonSchema]) =>
  `${docComment(schema.description ?? "", "")}export type ${name === "Error" ? "ErrorBody" : name} = ${typeSource(schema)};\n`;
