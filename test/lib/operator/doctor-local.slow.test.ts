import { readFileSync } from "node:fs";
import { join } from "node:path";
import { UpdateTableCommand } from "@aws-sdk/client-dynamodb";
import { describe, expect, it } from "@jest/globals";
import { breakEventLog, sendDeadLetters } from "../../support/dead-letters.ts";
import { eventually } from "../../support/eventually.ts";
import { newFirm } from "../../support/firms.ts";
import { headingAnchors } from "../../support/headings.ts";
import { useHostedService } from "../../support/hosted-service.ts";
import { putLead } from "../../support/leads.ts";
import { runForRows } from "../../support/operator.ts";

const hosted = useHostedService();
const RUNBOOKS = headingAnchors(readFileSync(join(import.meta.dirname, "../../../docs/runbooks.md"), "utf8"));

const problems = async () => {
  const { rows, error } = await runForRows("doctor");
  const found = rows.filter(({ status }) => status === "problem");
  for (const { runbook } of found) expect(RUNBOOKS).toContain(runbook);
  expect(error).toBe(
    found.length === 0 ? null : `${found.length} problems: docs/runbooks.md says what to do`,
  );
  return found;
};

describe("doctor of the local service", () => {
  it("finds no problem in a healthy service, and says what it cannot check", async () => {
    const { rows, error } = await runForRows("doctor");
    expect(error).toBeNull();
    const checksOf = (status: string) => rows.flatMap((row) => (row.status === status ? [row.check] : []));
    expect(checksOf("ok")).toEqual([
      "table",
      ...[
        "byListing",
        "byStage",
        "byAssignee",
        "byAttention",
        "byEmail",
        "byPhone",
        "byActive",
        "byActiveOfAttorney",
        "byLead",
        "byArchivedLead",
        "byEntry",
        "byStart",
        "byDue",
      ].map((index) => `index ${index}`),
      "throughput limit of the table",
      ...["mapping of deliver-webhook", "mapping of fetch-feed", "mapping of publish-events"],
      ...["dead letters", "discarded changes", "feeds"],
    ]);
    expect(rows).toContainEqual(
      expect.objectContaining({ check: "alarms", status: "not checked", detail: "not hosted locally" }),
    );
  });

  it("finds dead letters, a mapping whose function fails, and what the table lacks", async () => {
    await sendDeadLetters("{}");
    expect(await problems()).toMatchObject([{ check: "dead letters", detail: "1", runbook: "dead-letters" }]);

    const { firmId } = await newFirm(hosted().table);
    const repair = await breakEventLog(hosted().table, firmId);
    await putLead(hosted().table, firmId);
    const found = async () => (await problems()).map(({ check }) => check);
    await eventually(found).toEqual(["mapping of publish-events", "dead letters"]);
    await repair();
    await eventually(found).toEqual(["dead letters"]);

    const { client, name: TableName } = hosted().table;
    await client.send(
      new UpdateTableCommand({
        TableName,
        GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: "byDue" } }],
      }),
    );
    // Feeds are found by the index.
    const lacking = ["index byDue", "dead letters", "feeds"];
    await eventually(found).toEqual(lacking);
  });
});
