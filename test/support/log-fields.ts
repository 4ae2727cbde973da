import { readFileSync } from "node:fs";
import { join } from "node:path";

const read = (file: string) => readFileSync(join(import.meta.dirname, "../../shared/runtime", file), "utf8");

const namesIn = (declaration: string) =>
  [...declaration.matchAll(/(\w+)\??: (?!\{)/g)].map(([, name = ""]) => name);

/** What stands between the braces of a type's declaration. */
const bodyOf = (source: string, type: string) =>
  new RegExp(`^type ${type} = \\{\\n(.*?)^\\};$`, "ms").exec(source)?.[1] ?? "";

const OF_EVERY_LINE = ["message", ...namesIn(bodyOf(read("invocation.ts"), "Invocation"))];

/** The fields below `message` that a line of each log message has. */
export const LOG_FIELDS: ReadonlyMap<string, readonly string[]> = (() => {
  const source = read("log.ts");
  const shared = namesIn(bodyOf(source, "EventIds"));
  const records = bodyOf(source, "LogRecords").matchAll(/^ {2}(\w+): (.*?\});$/gms);
  return new Map(
    [...records].map(([, message = "", record = ""]) => [
      message,
      [...OF_EVERY_LINE, ...namesIn(record), ...(record.includes("EventIds") ? shared : [])],
    ]),
  );
})();

/** The fields of a Logs Insights query, below `message`, that no line has which its filter on `message.message` admits. */
export const unknownLogFields = (query: string): string[] => {
  const used = [...query.matchAll(/message\.(\w+)/g)].map(([, name = ""]) => name);
  const [, filtered] = /message\.message = "(\w+)"/.exec(query) ?? [];
  const candidates = filtered ? [LOG_FIELDS.get(filtered) ?? []] : [...LOG_FIELDS.values()];
  const missing = candidates.map((fields) => used.filter((name) => !fields.includes(name)));
  return missing.find((names) => names.length === 0) ?? missing[0] ?? used;
};
