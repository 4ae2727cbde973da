import * as z from "zod/mini";
import { nearestName } from "./nearest-name.ts";
import { isBlank } from "./text.ts";

/** A body may have thousands of fields. */
const UNKNOWN_MAXIMUM = 100;

/** A field that may be missing: the message then, and the names that people send for it. */
type Field = { readonly missing: string; readonly names: readonly string[] };

/**
 * Lets a strict object ignore unknown fields after all. If a field is missing, its violation names the unknown field
 * that was probably meant for it. Stands after the checks that find out what is missing.
 */
export const ignoringUnknownFields = (fields: Readonly<Record<string, Field>>) =>
  z.check<Readonly<Record<string, unknown>>>(
    (payload) => {
      const { issues, value } = payload;
      const unknown = issues.flatMap((issue) => (issue.code === "unrecognized_keys" ? issue.keys : []));
      if (unknown.length === 0) return;
      payload.issues = issues
        .filter(({ code }) => code !== "unrecognized_keys")
        .map((issue) => {
          const name = String(issue.path?.[0]);
          const field = isMissing(value[name]) ? fields[name] : undefined;
          const sent = field && nearMiss(unknown.slice(0, UNKNOWN_MAXIMUM), field, fields);
          return sent === undefined ? issue : { ...issue, message: `${field?.missing}; you sent ${sent}` };
        });
    },
    // Runs in any case, since an unknown field alone is no violation.
    { when: () => true },
  );

const isMissing = (value: unknown) =>
  value === undefined || value === null || (typeof value === "string" && isBlank(value));

const nearMiss = (unknown: readonly string[], { names }: Field, fields: Readonly<Record<string, Field>>) => {
  const all = Object.values(fields).flatMap((each) => each.names);
  return unknown.find((sent) => {
    const nearest = nearestName(sent, all);
    return nearest !== null && names.includes(nearest);
  });
};
