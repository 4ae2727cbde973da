import { readFileSync } from "node:fs";
import { join } from "node:path";

const source = readFileSync(join(import.meta.dirname, "../../shared/runtime/log.ts"), "utf8");

const namesIn = (declaration: string) =>
  [...declaration.matchAll(/(\w+)\??: (?!\{)/g)].map(([, name = ""]) => name);

/** Returns the text between the braces of a type's declaration. */
const bodyOf = (type: string) =>
  new RegExp(`^type ${type} = \\{\\n(.*?)^\\};$`, "ms").exec(source)?.[1] ?? "";

const OF_EVERY_LINE = ["message", ...namesIn(bodyOf("Invocation"))];

/** The fields below `message` in lines of each log message. */
export const LOG_FIELDS: ReadonlyMap<string, readonly string[]> = (() => {
  const shared = namesIn(bodyOf("EventIds"));
  const records = bodyOf("LogRecords").matchAll(/^ {2}(\w+): (.*?\});$/gms);
  return new Map(
    [...records].map(([, message = "", record = ""]) => [
      message,
      [...OF_EVERY_LINE, ...namesIn(record), ...(record.includes("EventIds") ? shared : [])],
    ]),
  );
})();

/**
 * Returns the fields of a Logs Insights query, below `message`, that are missing in every line that its filter on
 * `message.message` admits.
 */
export const unknownLogFields = (query: string): string[] => {
  const used = [...query.matchAll(/message\.(\w+)/g)].map(([, name = ""]) => name);
  const [, filtered] = /message\.message = "(\w+)"/.exec(query) ?? [];
  const candidates = filtered ? [LOG_FIELDS.get(filtered) ?? []] : [...LOG_FIELDS.values()];
  const missing = candidates.map((fields) => used.filter((name) => !fields.includes(name)));
  return missing.find((names) => names.length === 0) ?? missing[0] ?? used;
};
