import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

/** JSON Schema 2020-12, as far as requests of the document use it. */
export type Schema = {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema;
  readonly propertyNames?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly not?: Schema;
  readonly if?: Schema;
};

type Parameter = {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly schema: Schema;
};

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

/** An operation of the document with its parameters; `name` is the endpoint's. */
export type Operation = {
  readonly name: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, unknown>>;
};

const document = JSON.parse(readFileSync(join(import.meta.dirname, "../../../docs/openapi.json"), "utf8"));

const resolved = (value: { $ref?: string }) => {
  if (value.$ref === undefined) return value;
  const names = value.$ref.slice(2).split("/");
  return names.reduce((parent, name) => parent[name], document);
};

const kebabCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Every operation of the published document. */
export const OPERATIONS: readonly Operation[] = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.values(Object(item)).map((value) => {
    const operation = Object(value);
    return {
      ...operation,
      name: kebabCase(operation.operationId),
      path,
      parameters: operation.parameters.map(resolved),
    };
  }),
);

/** Returns the parameters of one kind as one object's schema. */
export const parametersSchema = ({ parameters }: Operation, kind: Parameter["in"]): Schema => {
  const some = parameters.filter((parameter) => parameter.in === kind);
  return {
    type: "object",
    properties: Object.fromEntries(some.map(({ name, schema }) => [name, schema])),
    required: some.filter(({ required }) => required).map(({ name }) => name),
  };
};

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
/** Validators by their schema's text: many fields have the same schema, and compiling one takes longer than using it. */
const validators = new Map<string, ValidateFunction>();

/** Returns true if a value satisfies a schema of the document. */
export const satisfies = (schema: Schema, value: unknown): boolean => validatorOf(schema)(value) === true;

/** Returns a function of an object that remembers its results. */
export const memoized = <Argument extends object, Result>(compute: (argument: Argument) => Result) => {
  const results = new WeakMap<Argument, Result>();
  return (argument: Argument): Result => {
    const result = results.get(argument) ?? compute(argument);
    results.set(argument, result);
    return result;
  };
};

const validatorOf = memoized((schema: Schema) => {
  const text = JSON.stringify(schema);
  const validate = validators.get(text) ?? ajv.compile(schema);
  validators.set(text, validate);
  return validate;
});
