import type { JsonSchema } from "../openapi/json-schema.ts";

/** Returns the TypeScript type of a JSON schema, as source text. Schemas of the document are named by their component. */
export const typeSource = (schema: JsonSchema, indent = ""): string => {
  if (schema.$ref !== undefined) return typeName(schema.$ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)));
  // Precedes `anyOf`, which beside properties only says which of them an object has.
  if (schema.properties) return objectSource(schema, indent);
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return union(variants.map((variant) => typeSource(variant as JsonSchema, indent)));
  const types = [schema.type ?? []].flat();
  return types.length > 0 ? union(types.map((type) => simpleType(type, schema, indent))) : "unknown";
};

/** JavaScript has an `Error` too. An answer shows each event as one of its type. */
const RENAMED: Readonly<Record<string, string>> = { Error: "ErrorBody", Event: "IntakeEvent" };

const typeName = (reference: string) => {
  const name = reference.slice(reference.lastIndexOf("/") + 1);
  return RENAMED[name] ?? name;
};

const union = (types: readonly string[]) => [...new Set(types)].join(" | ");

const simpleType = (type: string, { items, additionalProperties }: JsonSchema, indent: string) => {
  switch (type) {
    case "integer":
      return "number";
    case "array":
      return `${entrySource(items as JsonSchema, indent)}[]`;
    case "object":
      return `Record<string, ${typeSource((additionalProperties ?? {}) as JsonSchema, indent)}>`;
    default:
      return type;
  }
};

const entrySource = (items: JsonSchema, indent: string) => {
  const entry = typeSource(items, indent);
  const isUnion = items.properties === undefined && entry.includes(" | ");
  return isUnion ? `(${entry})` : entry;
};

/** Returns an object type, without the fields in `without`. */
export const objectSource = (schema: JsonSchema, indent = "", without: readonly string[] = []): string => {
  const fields = Object.entries(schema.properties ?? {})
    .filter(([name, field]) => !without.includes(name) && !mustBeAbsent(field as JsonSchema))
    .map(([name, field]) => fieldSource(name, field as JsonSchema, schema, `${indent}  `));
  const isShort = fields.every((field) => field.indexOf("\n") === field.length - 1);
  if (isShort) return `{ ${fields.map((field) => field.trim().replace(/;$/, "")).join("; ")} }`;
  return `{\n${fields.join("")}${indent}}`;
};

const fieldSource = (name: string, field: JsonSchema, { required = [] }: JsonSchema, indent: string) => {
  const optional = required.includes(name) ? "" : "?";
  const declaration = `${propertyName(name)}${optional}: ${typeSource(field, indent)};\n`;
  return docComment(fieldDoc(field), indent) + indent + declaration;
};

const mustBeAbsent = ({ not }: JsonSchema) => JSON.stringify(not) === "{}";

const propertyName = (name: string) => (/^\w+$/.test(name) ? name : JSON.stringify(name));

/** Returns the meaning of a field, and its limits. */
const fieldDoc = (schema: JsonSchema): string => {
  const { description = "" } = schema;
  const untold = limitsOf(schema).filter((limit) => !description.includes(limit.replace(/\.$/, "")));
  return [description, ...untold].filter((part) => part !== "").join(" ");
};

const limitsOf = (schema: JsonSchema): string[] => {
  const { maxLength, minimum, maximum, maxItems, anyOf = [], default: initial } = schema;
  const nested = anyOf.flatMap((variant) => limitsOf(variant as JsonSchema));
  return [
    ...(maxLength === undefined ? [] : [`At most ${maxLength} characters.`]),
    ...(minimum === undefined || maximum === undefined ? [] : [`${minimum} to ${maximum}.`]),
    ...(maxItems === undefined ? [] : [`At most ${maxItems} entries.`]),
    ...new Set(nested),
    ...(initial === undefined ? [] : [`Default: \`${JSON.stringify(initial)}\`.`]),
  ];
};

/** Returns a doc comment with its line break, or nothing for an empty text. */
export const docComment = (text: string, indent: string): string => {
  if (text === "") return "";
  const lines = text.replaceAll("*/", "*\\/").split("\n");
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  const body = lines.map((line) => `${indent} * ${line}`.trimEnd());
  return `${[`${indent}/**`, ...body, `${indent} */`].join("\n")}\n`;
};
