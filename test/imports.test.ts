import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { expect, it } from "@jest/globals";

/** The parts of `shared/`, the lowest first: each imports only itself and those before it, types included. */
const ROOMS = [
  "runtime",
  "schema",
  "table",
  "time",
  "icalendar",
  "api",
  "settings",
  "mapping",
  "members",
  "routing",
  "leads",
  "conflicts",
  "activities",
  "scheduling",
].concat(
  ["consultations", "calendars", "links", "sources", "events", "lead-merge", "webhooks", "keys", "people"],
  ["endpoints.ts", "paths.ts", "routes.ts", "erasure", "firm"],
);

/** The kinds of a noun's files, the lowest first: each imports only its own and those before it. */
const KINDS = ["contract", "rules", "store", "steps", "operation"];

/** Libraries below the nouns, which others use by one file alone. */
const DOORS: Readonly<Record<string, string>> = {
  icalendar: "read-calendar.rules.ts",
  mapping: "read-body.rules.ts",
};

/** Files without a kind in their name, in folders that know no noun. */
const WITHOUT_KIND = /^shared\/((runtime|schema|table|api)\/|[^/]+$)/;

const PLATFORM = /^(@aws-sdk|@smithy|@middy)\/|^aws-lambda$/;

/** Other forbidden imports of files, by paths from the root and names of packages. */
const FORBIDDEN: readonly (readonly [files: RegExp, imports: RegExp])[] = [
  [/^shared\//, /^(functions|lib|bin)\//],
  [/^shared\/(runtime|schema)\//, PLATFORM],
  [/^shared\/.+\.(contract|rules|steps)\.ts$/, PLATFORM],
  [/^shared\/icalendar\//, /^shared\/(?!(icalendar|time|schema)\/|runtime\/collections\.ts)/],
  [/^shared\/mapping\//, /^shared\/(?!(mapping|schema)\/|settings\/.+\.rules\.ts|runtime\/collections\.ts)/],
  [/^shared\/.+\.contract\.ts$/, /^shared\/((runtime|table)\/|[^/]+$)/],
  [/^shared\/.+\.rules\.ts$/, /^shared\/(table\/(?!firm-id\.ts)|[^/]+$)/],
  [
    /^shared\/(?!(runtime|schema|table|api)\/)[^.]+\.ts$/,
    /^@aws-sdk\/(client-dynamodb|(lib|util)-dynamodb)$/,
  ],
  [/^functions\//, /^lib\/|^(@aws-sdk|@smithy)\//],
  [/^lib\/local\/(?!demo\/)/, /^(shared|functions|bin|lib\/stacks\/constructs)\//],
];

const roomOf = (path: string) => path.split("/")[1] ?? "";
const kindOf = (path: string) => KINDS.find((kind) => path.endsWith(`.${kind}.ts`)) ?? "operation";

const isLower = (file: string, imported: string) => {
  const isOwn = roomOf(file) === roomOf(imported);
  if (ROOMS.indexOf(roomOf(imported)) > ROOMS.indexOf(roomOf(file))) return false;
  if (WITHOUT_KIND.test(file) || WITHOUT_KIND.test(imported)) return true;
  if (kindOf(imported) === "operation") return isOwn && kindOf(file) === "operation";
  return KINDS.indexOf(kindOf(imported)) <= KINDS.indexOf(kindOf(file));
};

const isOpen = (file: string, imported: string) => {
  const [folder, room = "", ...path] = imported.split("/");
  const door = folder === "shared" ? DOORS[room] : undefined;
  return door === undefined || path.join("/") === door || file.startsWith(`shared/${room}/`);
};

const mayImport = (file: string, imported: string) =>
  isOpen(file, imported) &&
  !FORBIDDEN.some(([files, imports]) => files.test(file) && imports.test(imported)) &&
  (!imported.startsWith("shared/") || !file.startsWith("shared/") || isLower(file, imported));

/** Returns the modules that a file imports, as paths from the root or names of packages. */
const importsOf = (file: string) =>
  Array.from(readFileSync(file, "utf8").matchAll(/\b(?:from|import) *\(?"([^"]+)"/g), ([, module = ""]) =>
    module.startsWith(".") ? join(dirname(file), module) : module,
  );

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => join(folder, file));

it("shared/ has the entries of the list, each with a place in their order", () => {
  expect(readdirSync("shared").toSorted()).toEqual(ROOMS.toSorted());
});

it.each(["shared", "functions", "lib", "bin", "pages"])("%s imports only allowed modules", (folder) => {
  const wrong = filesIn(folder).flatMap((file) =>
    importsOf(file)
      .filter((imported) => !mayImport(file, imported))
      .map((imported) => `${file} imports ${imported}`),
  );
  expect(wrong).toEqual([]);
});

it.each([
  ["shared/leads/lead.rules.ts", "shared/events/event.rules.ts"],
  ["shared/table/commit.ts", "shared/api/operation.ts"],
  ["shared/leads/lead.contract.ts", "shared/leads/lead.rules.ts"],
  ["shared/leads/lead.contract.ts", "shared/runtime/log.ts"],
  ["shared/leads/lead.rules.ts", "shared/members/member.store.ts"],
  ["shared/leads/lead.rules.ts", "shared/table/table.ts"],
  ["shared/leads/lead.store.ts", "shared/leads/lead.steps.ts"],
  ["shared/links/link.steps.ts", "shared/links/create-link.ts"],
  ["shared/links/create-link.ts", "shared/leads/create-lead.ts"],
  ["shared/links/create-link.ts", "@aws-sdk/lib-dynamodb"],
  ["shared/links/link.steps.ts", "@aws-sdk/lib-dynamodb"],
  ["shared/links/link.store.ts", "lib/stacks/stage.ts"],
  ["shared/runtime/log.ts", "@middy/core"],
  ["functions/leads/get-lead.ts", "@aws-sdk/lib-dynamodb"],
  ["functions/leads/get-lead.ts", "lib/stacks/stage.ts"],
  ["lib/local/host/own.ts", "shared/runtime/log.ts"],
  ["shared/icalendar/zone.rules.ts", "shared/table/firm-id.ts"],
  ["shared/icalendar/zone.rules.ts", "shared/runtime/record-id.ts"],
  ["shared/calendars/read-feed.ts", "shared/icalendar/lines.rules.ts"],
  ["functions/calendars/create-feed.ts", "shared/icalendar/lines.rules.ts"],
  ["lib/operator/members.ts", "shared/icalendar/lines.rules.ts"],
  ["shared/mapping/value.rules.ts", "shared/leads/lead-fields.contract.ts"],
  ["shared/mapping/value.rules.ts", "shared/table/firm-id.ts"],
  ["shared/sources/ingest-delivery.ts", "shared/mapping/value.rules.ts"],
])("%s may not import %s", (file, imported) => {
  expect(mayImport(file, imported)).toBe(false);
});
