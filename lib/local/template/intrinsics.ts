import { StartError } from "../host/start-error.ts";

/** Attributes of each resource, including `Ref`, by logical id; pseudo parameters have only a `Ref`. */
export type References = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Removes the property. */
const NO_VALUE = "AWS::NoValue";

/**
 * @returns a function that replaces every intrinsic in a part of a template by its local value; it throws a
 * StartError that names an unknown one
 */
export const createIntrinsicResolver = (references: References) => {
  const reference = (id: string, attribute: string) => {
    const value = references[id]?.[attribute];
    if (value === undefined) {
      throw new StartError(
        `The template refers to ${id}.${attribute}, which the local service does not know.`,
      );
    }
    return value;
  };

  const text = (value: unknown) => {
    const resolved = resolve(value);
    if (typeof resolved !== "string") throw new StartError(`Not a string: ${JSON.stringify(value)}`);
    return resolved;
  };

  const list = (value: unknown) => {
    const resolved = resolve(value);
    if (!Array.isArray(resolved)) throw new StartError(`Not a list: ${JSON.stringify(value)}`);
    return resolved;
  };

  const substitute = (argument: unknown) => {
    const [format, values] = Array.isArray(argument) ? argument : [argument, {}];
    const variables = new Map(Object.entries(Object(resolve(values))));
    return text(format).replace(/\$\{(!?)([^}]+)\}/g, (whole, literal: string, name: string) => {
      if (literal) return whole.replace("!", "");
      const [id = "", attribute = "Ref"] = name.split(/\.(.*)/);
      return variables.has(name) ? String(variables.get(name)) : reference(id, attribute);
    });
  };

  const INTRINSICS: Record<string, (argument: unknown) => unknown> = {
    Ref: (id) => (id === NO_VALUE ? undefined : reference(text(id), "Ref")),
    "Fn::GetAtt": (argument) => {
      const [id, attribute] = typeof argument === "string" ? argument.split(/\.(.*)/) : list(argument);
      return reference(text(id), text(attribute));
    },
    "Fn::Join": (argument) => {
      const [separator, parts] = list(argument);
      return list(parts).map(text).join(text(separator));
    },
    "Fn::Sub": substitute,
    "Fn::Select": (argument) => {
      const [index, values] = list(argument);
      return resolve(list(values)[Number(index)]);
    },
    "Fn::Split": (argument) => {
      const [separator, value] = list(argument);
      return text(value).split(text(separator));
    },
  };

  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve).filter((item) => item !== undefined);
    return isObject(value) ? resolveObject(value) : value;
  };

  const resolveObject = (value: object) => {
    const entries = Object.entries(value);
    const [name = "", argument] = entries[0] ?? [];
    if (entries.length === 1 && isIntrinsic(name)) return apply(name, argument);
    return Object.fromEntries(entries.map(([key, item]) => [key, resolve(item)]).filter(isPresent));
  };

  const apply = (name: string, argument: unknown) => {
    const intrinsic = INTRINSICS[name];
    if (!intrinsic) {
      throw new StartError(`The template uses ${name}, which the local service cannot resolve.`);
    }
    return intrinsic(argument);
  };

  return resolve;
};

const isIntrinsic = (name: string) => name === "Ref" || name.startsWith("Fn::");

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

const isPresent = ([, value]: unknown[]) => value !== undefined;
