import { CfnOutput, Stack, Tags } from "aws-cdk-lib";
import type { Construct } from "constructs";
import { EventPublishing } from "./constructs/event-publishing.ts";
import { IntakeApi } from "./constructs/intake-api.ts";
import { IntakeTable } from "./constructs/intake-table.ts";
import type { Stage } from "./stage.ts";

type IntakeStackProps = { readonly stage: Stage; readonly bundles: string };

/** The whole service of one stage. */
export class IntakeStack extends Stack {
  constructor(scope: Construct, id: string, { stage, bundles }: IntakeStackProps) {
    super(scope, id, {
      description: `Intake (${stage.name})`,
      terminationProtection: stage.deletionProtection,
    });
    const { removalPolicy, deletionProtection } = stage;
    const table = new IntakeTable(this, "Table", { removalPolicy, deletionProtection });
    const setting = { table, bundles, removalPolicy };

    const { api } = new IntakeApi(this, "Api", setting);
    const { bus } = new EventPublishing(this, "Events", setting);

    Tags.of(this).add("service", "intake");
    Tags.of(this).add("stage", stage.name);
    new CfnOutput(this, "BaseUrl", { value: api.apiEndpoint });
    new CfnOutput(this, "TableName", { value: table.tableName });
    new CfnOutput(this, "EventBusName", { value: bus.eventBusName });
  }
}
