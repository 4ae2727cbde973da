import * as z from "zod";
import { StartError } from "../host/start-error.ts";

/**
 * Returns a part of a template with each intrinsic replaced, the innermost first.
 * @param replace receives the name and the argument, such as `"Ref"` and `"Table"`
 */
export const replaceIntrinsics = (
  value: unknown,
  replace: (name: string, argument: unknown) => unknown,
): unknown => {
  if (Array.isArray(value)) return value.map((element) => replaceIntrinsics(element, replace));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]): [string, unknown] => [
    key,
    replaceIntrinsics(inner, replace),
  ]);
  const [[name, argument] = ["", undefined], ...others] = entries;
  const isIntrinsic = others.length === 0 && (name === "Ref" || name.startsWith("Fn::"));
  return isIntrinsic ? replace(name, argument) : Object.fromEntries(entries);
};

/**
 * Returns the value of a resource's attribute, or of `Ref`.
 * @throws StartError if the host does not know it
 */
export type Reference = (id: string, attribute: string) => string;

const text = z.string();
const pair = z.tuple([text, text]);
const join = z.tuple([text, z.array(text)]);

/**
 * Returns a function that gives an intrinsic its local value. That function throws a StartError that names an unknown
 * one.
 */
export const intrinsicResolver = (reference: Reference) => {
  const INTRINSICS: Record<string, (argument: unknown) => unknown> = {
    Ref: (id) => reference(text.parse(id), "Ref"),
    "Fn::GetAtt": (argument) => reference(...pair.parse(argument)),
    "Fn::Join": (argument) => {
      const [separator, parts] = join.parse(argument);
      return parts.join(separator);
    },
    "Fn::Sub": (format) => text.parse(format).replace(/\$\{([^}]+)\}/g, (_, id) => reference(id, "Ref")),
  };
  return (name: string, argument: unknown) => {
    const resolve = INTRINSICS[name];
    if (!resolve) throw new StartError(`The template uses ${name}, which the local service cannot resolve.`);
    return resolve(argument);
  };
};
