import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, it, jest } from "@jest/globals";
import { copyTree, runIn } from "./support/copied-tree.ts";

jest.setTimeout(600_000);

const ROOT = join(import.meta.dirname, "..");
const copy = mkdtempSync(join(tmpdir(), "intake-copy-"));

afterAll(() => {
  rmSync(copy, { recursive: true, force: true });
});

const guide = readFileSync(join(ROOT, "CONTRIBUTING.md"), "utf8");
const [, section = ""] = guide.split(/^## (?=Add an endpoint$)/m);
const lines = section.split(/^## /m)[0]?.trimEnd().split("\n") ?? [];

/** The file that each step of the text names, for the endpoint `rename-lead`. */
const files = lines
  .filter((line) => /^\d\. /.test(line))
  .map((line) => /`([\w<>/.-]+\.ts)`/.exec(line)?.[1] ?? "")
  .map((file) => file.replace("<nouns>", "leads").replace("<noun>", "lead").replace("<name>", "rename-lead"));

/** The text that is added to the file of each step but the last: the endpoint has no cost of its own. */
const EDITS: readonly string[] = [
  `
import { requiredText } from "../schema/fields.ts";

export const renameLeadEndpoint = defineEndpoint({
  name: "rename-lead",
  method: "POST",
  path: "/api/leads/{id}/rename",
  summary: "Give a lead another last name",
  scope: "leads:write",
  tableActions: ["GetItem", "BatchGetItem", "PutItem"],
  errors: ["lead_merged"],
  body: lazy(() => z.object({ surname: requiredText(100) })),
  response: leadResponse,
});
`,
  `
export const renameLeadDescription: DescriptionOf<typeof renameLeadEndpoint> = {
  lostAnswer: { way: "repeated" },
  body: { surname: "Smith" },
  fields: { surname: "The new last name." },
  prose: \`
Gives a lead another last name, for example after a wedding, and changes nothing else. Emits \\\`lead.updated\\\`. The same name
again returns the lead and emits nothing.\`,
};
`,
  `
import { operation, required } from "../api/operation.ts";
import { settingsWithStages } from "../settings/firm.store.ts";
import { renameLeadEndpoint } from "./lead.contract.ts";
import { leadResource, requireUnmerged } from "./lead.rules.ts";
import { leadRecord, putLead } from "./lead.store.ts";

/** Changes the last name and nothing else; writes nothing when it is the same. */
export const renameLead = operation(renameLeadEndpoint, {
  reads: ({ firmId, params }) => ({ lead: required("lead", leadRecord(firmId, params.id)) }),

  decide: async ({ lead }, { firmId, input, change, key }, read) => {
    requireUnmerged(lead);
    const { withStages } = await read({ withStages: settingsWithStages(firmId, [lead]) });
    if (lead.lastName === input.surname) return { answer: leadResource(lead, withStages, key) };
    const after = { ...lead, lastName: input.surname, revision: lead.revision + 1 };
    return { writes: [putLead(firmId, after, change)], answer: leadResource(after, withStages, key) };
  },
});
`,
  `
import { endpoint } from "../../shared/api/endpoint.ts";
import { renameLead } from "../../shared/leads/rename-lead.ts";

export const handler = endpoint(renameLead);
`,
  `
import { expect, it } from "@jest/globals";
import { handler } from "../../../functions/leads/rename-lead.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";

const firm = useFirm(useTable());

it("rename-lead changes the last name", async () => {
  const { id } = await firm.putLead();
  const { status, body } = await firm.send(handler, { params: { id }, body: { surname: "Smith" } });
  expect([status, body.last_name]).toEqual([200, "Smith"]);
});
`,
];

/** Adds an edit to a file: imports at its beginning, the rest at its end. */
const addTo = (file: string, edit: string) => {
  const path = join(copy, file);
  mkdirSync(dirname(path), { recursive: true });
  const before = existsSync(path) ? readFileSync(path, "utf8") : "";
  writeFileSync(
    path,
    `${edit.match(/^import .*\n/gm)?.join("") ?? ""}${before}${edit.replace(/^import .*\n/gm, "")}`,
  );
};

/** Adds the row that CONTRIBUTING.md shows to the texts of a lead. */
const addField = () => {
  const [, row = ""] = /^For example, a text of a lead.*?^```ts\n(.*?)^```$/ms.exec(guide) ?? [];
  const path = join(copy, "shared/leads/lead-fields.contract.ts");
  const before = readFileSync(path, "utf8");
  const after = before
    .replace("leadFields = erasableFields({\n", `$&${row}`)
    .replace("{ emailField,", "{ emailField, optionalText,")
    .replace("{ customData,", "{ customData, line,");
  writeFileSync(path, after);
};

const inCopy = (command: string) => runIn(copy, command);

const JEST = "node_modules/.bin/jest --maxWorkers=2";
const GUARDS = [
  "endpoints",
  "imports",
  "docs",
  "openapi/document",
  "openapi/code-samples",
  "client/readme",
  "client/client-source",
];

it("adding an endpoint takes at most six edits in five files, on less than a screen", () => {
  expect(files.length).toBeLessThanOrEqual(6);
  expect(new Set(files).size).toBeLessThanOrEqual(5);
  expect(lines.length).toBeLessThanOrEqual(25);
});

it("an endpoint and a field that are added by the documented steps pass every test of endpoints", async () => {
  copyTree(copy);
  addField();
  EDITS.forEach((edit, index) => {
    addTo(files[index] ?? "", edit);
  });
  expect(await inCopy("npm run openapi && npm run client")).toBe("");
  expect(readFileSync(join(copy, "docs/openapi.json"), "utf8")).toContain('"middle_name"');
  const guards = GUARDS.map((name) => `test/${name}.test.ts`).join(" ");
  const results = await Promise.all([
    inCopy("node_modules/.bin/tsc && node_modules/.bin/tsc -p test/client"),
    inCopy(`${JEST} ${guards} ${files[4]}`).then(
      async (failures) =>
        failures ||
        inCopy(`${JEST} test/functions/every-endpoint test/openapi/generated-requests -t "rename"`),
    ),
  ]);
  expect(results.join("")).toBe("");
});
