import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DescribeStacksCommand } from "@aws-sdk/client-cloudformation";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { localDirectory } from "../../../lib/local/host/state-file.ts";
import { openDeployment, physicalIdOf, resourcesOf } from "../../../lib/operator/deployment.ts";
import { mockStack } from "../../support/deployed-stage.ts";
import { newFirm } from "../../support/firms.ts";
import { runForRows } from "../../support/operator.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable({ forEach: true });

beforeEach(() => {
  mockStack(table.name);
});
afterEach(() => {
  delete process.env.INTAKE_LOCAL_DIR;
});

describe("a deployment", () => {
  it("is found by its stage, with every resource", async () => {
    const { firmId } = await newFirm(table);
    const { rows, error } = await runForRows("firm list", "--stage", "prod");
    expect([rows, error]).toEqual([[expect.objectContaining({ firm_id: firmId })], null]);
    const deployment = await openDeployment({ stage: "prod" });
    expect(physicalIdOf(deployment, "AWS::SQS::Queue", "Deliveries")).toMatch(/^https:.*Deliveries/);
    expect(resourcesOf(deployment, "AWS::Lambda::EventSourceMapping")).toHaveLength(3);
    expect(() => physicalIdOf(deployment, "AWS::SQS::Queue", "Other")).toThrow(
      "the stage prod has no AWS::SQS::Queue Other",
    );
  });

  it("works on the restored table that the stack has switched to", async () => {
    mockStack(table.name, "intake-prod", "the-old-table");
    const { firmId } = await newFirm(table);
    const { rows } = await runForRows("firm list", "--stage", "prod");
    expect(rows).toContainEqual(expect.objectContaining({ firm_id: firmId }));
  });

  it("is found while one of its stacks is missing, or is left of a failed creation", async () => {
    const live = { StackName: "intake-prod-live" };
    const cloudFormation = mockStack(table.name);
    cloudFormation
      .on(DescribeStacksCommand, live)
      .rejects(new Error(`Stack with id ${live.StackName} does not exist`));
    const mappings = async () =>
      resourcesOf(await openDeployment({ stage: "prod" }), "AWS::Lambda::EventSourceMapping");
    expect(await mappings()).toEqual([]);
    expect((await runForRows("firm list", "--stage", "prod")).error).toBeNull();
    cloudFormation
      .on(DescribeStacksCommand, live)
      .resolves({ Stacks: [{ ...live, StackStatus: "ROLLBACK_COMPLETE", CreationTime: new Date(0) }] });
    expect(await mappings()).toEqual([]);
  });

  it("must exist", async () => {
    expect((await runForRows("firm list", "--stage", "other")).error).toMatch(
      /^No stage other in region .+: the stack intake-other is not deployed\.$/,
    );
    process.env.INTAKE_LOCAL_DIR = "/nonexistent";
    expect((await runForRows("firm list")).error).toMatch("no local service is running on the folder");
  });

  it("without a name is the local service, on the default folder if the variable is blank", () => {
    process.env.INTAKE_LOCAL_DIR = " ";
    expect(localDirectory()).toBe(".local");
  });

  it("is refused with the name of a table that does not exist", async () => {
    const { error } = await runForRows("firm list", "--table", "no-such-table");
    expect(error).toMatch(/^No table no-such-table in region [a-z]+-[a-z]+-\d\.$/);
  });

  it("must be named only once", async () => {
    expect((await runForRows("firm list", "--stage", "prod", "--table", table.name)).error).toMatch(
      "option '--stage <name>' cannot be used with option '--table <name>'",
    );
  });

  it("must be more than a table for some commands", async () => {
    for (const command of ["dead-letters list", "doctor"])
      expect((await runForRows(command, "--table", table.name)).error).toBe(
        "this command needs more than the table: use --stage",
      );
  });

  it("must not be the local service for some commands", async () => {
    process.env.INTAKE_LOCAL_DIR = mkdtempSync(join(tmpdir(), "local-"));
    const resources = [{ type: "AWS::DynamoDB::Table", logical_id: "Table", physical_id: table.name }];
    const file = join(process.env.INTAKE_LOCAL_DIR, "service.json");
    const addresses = { aws_endpoint: process.env.AWS_ENDPOINT_URL_DYNAMODB, base_url: "http://localhost:1" };
    writeFileSync(file, JSON.stringify({ ...addresses, resources }));
    expect((await openDeployment({})).baseUrl).toBe("http://localhost:1");
    expect((await runForRows("firm list")).error).toBeNull();
    for (const command of ["backup restore --at latest --to other", "alarms test"])
      expect((await runForRows(command)).error).toMatch("name a deployed stage with --stage");
  });
});
