import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { handler as listLeads } from "../../../functions/leads/list-leads.ts";
import { handler as updateFirm } from "../../../functions/settings/update-firm.ts";
import { handler as updateSource } from "../../../functions/sources/update-source.ts";
import { eventually } from "../../support/eventually.ts";
import { newFirm } from "../../support/firms.ts";
import { bodyOf, call } from "../../support/http-call.ts";
import {
  deliver,
  listInboundDeliveries,
  readSourceItems,
  replayInboundDelivery,
} from "../../support/ingestion.ts";
import { readStoredLead } from "../../support/leads.ts";
import { linkCalls, MEETING, SELF_SERVICE } from "../../support/links.ts";
import { runCommand, runForJson } from "../../support/operator.ts";
import { createTestSource, type TestSource } from "../../support/sources.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();
const directory = mkdtempSync(join(tmpdir(), "intake-import-"));

const MAPPING = { first_name: "First Name", last_name: "Last Name", email: "Email", phone: "Phone" };
const HEADER = "First Name,Last Name,Email,Phone,Notes";
const ADA = "Ada,Byron,ada@example.com,212 555 0101,";
const GRACE = "Grace,Hopper,,(212) 555-0102,Called twice";
const NOBODY = "Only,Name,,,";

let firm: Awaited<ReturnType<typeof newFirm>>;
let source: TestSource;
beforeEach(async () => {
  firm = await newFirm(table);
  source = await createTestSource(firm.apiKey, { mapping: MAPPING });
  jest.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => {
  jest.restoreAllMocks();
  process.exitCode = undefined;
});

let count = 0;
const write = (...rows: string[]): string => {
  const path = join(directory, `list-${count++}.csv`);
  writeFileSync(path, [HEADER, ...rows].join("\r\n"));
  return path;
};
const run = (path: string, ...options: string[]) =>
  runForJson(table, "lead import", firm.firmId, path, "--source", source.key, ...options);
const leads = async (): Promise<{ first_name: string; id: string }[]> =>
  bodyOf(await call(listLeads, { key: firm.apiKey, query: { limit: "200" } }), 200).data;

describe("lead import", () => {
  it("makes each row a delivery, and names the rows that were rejected", async () => {
    expect(await run(write(ADA, NOBODY, GRACE))).toEqual({
      ...{ rows: 3, done: 3, created: 2, updated: 0, duplicate: 0, rejected: 1, unused_columns: ["Notes"] },
      rejected_rows: [{ row: 3, reason: expect.stringContaining("email") }],
    });
    expect((await leads()).map(({ first_name }) => first_name).sort()).toEqual(["Ada", "Grace"]);
    const deliveries = await listInboundDeliveries(firm.apiKey, source.id);
    expect(deliveries.map(({ outcome }) => outcome).sort()).toEqual(["created", "created", "rejected"]);
    expect(deliveries[0]).toMatchObject({ user_agent: "intake operator: lead import" });
    expect(console.error).not.toHaveBeenCalled();
  });

  it("changes nothing with --preview", async () => {
    await run(write(ADA));
    const before = await readSourceItems(table, firm.firmId, source.id);
    const preview = await run(write(ADA, GRACE, NOBODY), "--preview");
    expect(preview).toMatchObject({ created: 1, duplicate: 1, rejected: 1 });
    expect(await readSourceItems(table, firm.firmId, source.id)).toEqual(before);
    expect(await leads()).toHaveLength(1);
  });

  it("creates no lead twice from the same list, whatever was mended or added in it", async () => {
    await run(write(ADA, NOBODY));
    const mended = NOBODY.replace(",,,", ",,212 555 0103,");
    expect(await run(write(GRACE, mended, ADA))).toMatchObject({ created: 2, duplicate: 1, rejected: 0 });
    expect(await leads()).toHaveLength(3);
  });

  it("takes two rows that are alike for two people, in every run", async () => {
    const path = write(ADA, ADA);
    expect([(await run(path)).created, (await run(path)).duplicate]).toEqual([2, 2]);
    expect(await leads()).toHaveLength(2);
  });

  it("changes the lead of an external id, row after row", async () => {
    source = await createTestSource(firm.apiKey, { mapping: { ...MAPPING, external_id: "Notes" } });
    const rows = ["Ada,A,ada@example.com,,7", "Ada,B,ada@example.com,,7", "Ada,C,ada@example.com,,7"];
    expect(await run(write(...rows))).toMatchObject({ created: 1, updated: 2 });
    expect(await leads()).toMatchObject([{ last_name: "C" }]);
  });

  it("replays a rejected row as the same row", async () => {
    const path = write(NOBODY);
    await run(path);
    const fallback = { ...MAPPING, phone: { path: "Phone", fallback: "none" } };
    const [rejected] = await listInboundDeliveries(firm.apiKey, source.id);
    const changed = { key: firm.apiKey, params: { id: source.id }, body: { mapping: fallback } };
    bodyOf(await call(updateSource, { ...changed, headers: { "If-Match": "*" } }), 200);
    expect((await replayInboundDelivery(firm.apiKey, source.id, rejected.id)).body.outcome).toBe("created");
    expect(await run(path)).toMatchObject({ duplicate: 1 });
  });

  it("goes on after Ctrl-C where it stopped", async () => {
    const path = write(
      ...Array.from({ length: 100 }, (_, index) => `Ada,${index},ada${index}@example.com,,`),
    );
    const running = run(path);
    await eventually(async () => (await leads()).length).toBeGreaterThan(0);
    process.emit("SIGINT");
    const { done, created } = await running;
    expect(process.exitCode).toBe(130);
    expect([done, done < 100]).toEqual([created, true]);
    expect(await run(path)).toMatchObject({ done: 100, created: 100 - done, duplicate: done });
    expect(await leads()).toHaveLength(100);
    expect(process.listenerCount("SIGINT")).toBe(0);
  });

  it("makes leads that are nobody's turn, have no deadline and no link, by the operator", async () => {
    const members = [{ id: firm.attorney.id, weight: 1 }];
    const routing = [
      { key: "all", when: [], members, respond_within_min: 15, clock: "always", escalate: "none" },
    ];
    const firmChange = { key: firm.apiKey, body: { ...SELF_SERVICE, routing }, headers: { "If-Match": "*" } };
    bodyOf(await call(updateFirm, firmChange), 200);
    const form = { allowed_origins: ["https://www.example.com"], booking: { type: MEETING.key } };
    source = await createTestSource(firm.apiKey, { ...form, mapping: MAPPING });
    await run(write(ADA));
    const sent = { "First Name": "Grace", "Last Name": "Hopper", Phone: "212 555 0102" };
    const { body } = await deliver(source.secret, sent);
    await run(write(NOBODY));
    const [rejected] = await listInboundDeliveries(firm.apiKey, source.id);
    const mended = { mapping: { ...MAPPING, phone: { path: "Phone", fallback: "none" } } };
    const change = { key: firm.apiKey, params: { id: source.id }, body: mended };
    bodyOf(await call(updateSource, { ...change, headers: { "If-Match": "*" } }), 200);
    const replay = (await replayInboundDelivery(firm.apiKey, source.id, rejected.id)).body;
    expect(replay.outcome).toBe("created");
    const untouched = { assignee_id: null, respond_by: null };
    const taken = { assignee_id: firm.attorney.id, routing_rule: "all" };
    expect(await leads()).toMatchObject([untouched, { id: body.leadId, ...taken }, untouched]);
    const links = linkCalls(() => ({ key: firm.apiKey, leadId: imported?.id ?? "" }));
    const [, , imported] = await leads();
    expect(bodyOf(await links.list(), 200).data).toEqual([]);
    expect((await readStoredLead(table, firm.firmId, imported?.id ?? ""))?.actor).toEqual({
      type: "operator",
      id: null,
    });
  });

  it("prints the rejected rows before the counts", async () => {
    const lines = await runCommand(table, "lead import", firm.firmId, write(NOBODY), "--source", source.key);
    expect(lines.join("\n")).toMatch(/row +reason[\s\S]*2 +.*email[\s\S]*rejected +1/);
  });

  it("refuses a source that the firm lacks, or that proves its deliveries' origin", async () => {
    await expect(runForJson(table, "lead import", firm.firmId, write(ADA), "--source", "x")).rejects.toThrow(
      `The firm has no source "x". Its sources are: ${source.key}.`,
    );
    source = await createTestSource(firm.apiKey, {
      body_secret: { path: "secret", value: "s3cret-s3cret-s3cret" },
    });
    await expect(run(write(ADA))).rejects.toThrow("takes signed deliveries alone");
  });
});

describe("the guide", () => {
  const guide = readFileSync(join(import.meta.dirname, "../../../docs/move-in.md"), "utf8");
  const [, json = ""] = /^```json\n(.*?)^```$/ms.exec(guide) ?? [];
  const programs = [...guide.matchAll(/^\| (Clio Grow|Lawmatics) \|.*\| (`.*`) \|$/gm)].map(
    ([, program = "", names = ""]) =>
      [program, [...names.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name)] as const,
  );
  const CELLS: Readonly<Record<string, string>> = {
    "First Name": "Ada",
    "Last Name": "Byron",
    "Created At": "2026-03-01T14:05:00-05:00",
    "Case Title": "Byron v. Babbage",
  };

  it.each(programs)("maps the columns of %s", async (_program, names) => {
    source = await createTestSource(firm.apiKey, JSON.parse(json));
    const path = join(directory, "guide.csv");
    const cells = names.map(
      (name: string) => CELLS[name] ?? (name.includes("Email") ? "ada@example.com" : "212 555 0101"),
    );
    writeFileSync(path, [names.join(","), cells.join(",")].join("\n"));
    const unused = names.filter((name: string) => name === "Case Title");
    expect(await run(path)).toMatchObject({ created: 1, unused_columns: unused });
    const [lead] = await leads();
    expect(lead).toMatchObject({ email: "ada@example.com", phone: "+12125550101" });
    expect(lead).toMatchObject({ captured_at: "2026-03-01T19:05:00.000Z" });
  });
});
