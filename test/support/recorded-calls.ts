import { appendFileSync } from "node:fs";
import type { AwsCall } from "../../lib/local/host/aws-call.ts";
import type { Permission } from "../../lib/local/iam/iam-policy.ts";
import { requiredPermissions } from "../../lib/local/iam/required-permissions.ts";
import { currentInvocation } from "../../shared/runtime/log.ts";
import { recordedCallsFile, recordsCalls } from "./suite-resources.ts";

/** A permission that a function needed, with names of environment variables in place of resources' names. */
export type RecordedPermission = Permission & { readonly function: string };

/**
 * Environment variables by which a test names resources for a function. The name of a queue is the last part of its
 * URL.
 */
const RESOURCE_VARIABLES = [
  "TABLE_NAME",
  "EVENT_BUS_NAME",
  "DEAD_LETTER_QUEUE_URL",
  "DELIVERY_QUEUE_URL",
  "FEED_QUEUE_URL",
];

export const resourceNames = (environment: Readonly<Record<string, string | undefined>>) =>
  RESOURCE_VARIABLES.map((variable) => [variable, environment[variable]?.split("/").at(-1)] as const);

const recorded = new Set<string>();

/** Records the permissions that a call of an invocation needs. Ignores calls of a test itself. */
export const recordCall = (call: Pick<AwsCall, "service" | "operation" | "request">) => {
  const { function: name } = currentInvocation();
  if (name === undefined || !recordsCalls()) return;
  for (const permission of neededPermissions(call)) {
    const line = JSON.stringify({ function: name, ...permission });
    if (!recorded.has(line)) appendFileSync(recordedCallsFile(), `${line}\n`);
    recorded.add(line);
  }
};

/** Returns what a call needs. A failed test's invocation may outlive its file; its calls to that file's table do not count. */
export const neededPermissions = (call: Parameters<typeof recordCall>[0]): Permission[] =>
  requiredPermissions(call, "pk")
    .map(abstracted)
    .filter(({ resource }) => !resource.includes("table/test-"));

/** Removes the differences between calls of a kind. */
const abstracted = ({ resource, leadingKeys, ...permission }: Permission): Permission => ({
  ...permission,
  resource: resourceNames(process.env).reduce(
    (text, [variable, name]) => (name === undefined ? text : text.replace(name, `$${variable}`)),
    resource,
  ),
  // What grants tell apart: keys, and the keys of conflicts.
  leadingKeys: [
    ...new Set(
      leadingKeys?.map((key) => key.replace(/#(?:[^#]*(#CONFLICTKEY#))?.*/, (_, kept = "") => `#${kept}`)),
    ),
  ],
});
