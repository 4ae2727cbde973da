import { Duration, RemovalPolicy } from "aws-cdk-lib";
import { CfnTrail, Trail } from "aws-cdk-lib/aws-cloudtrail";
import { BlockPublicAccess, Bucket, BucketEncryption } from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";
import type { PinnedStage } from "../stage.ts";
import { stackNameOf } from "../stage-names.ts";

/** Firms ask about last year. */
const TRAIL_DAYS = 400;

/** The constructs of the service's stack whose roles write as the service: CloudFormation begins a role's name so. */
const WRITERS = ["Api", "Events", "Feeds", "Webhooks"];

/**
 * Records who manages the account, and who writes to the tables of its stages other than the service: people, GitHub's
 * workflows and whoever takes their credentials. The service's own writes are in the events of records, which name the
 * actor, and would cost more than the requests. CloudTrail keeps keys of items, not their content.
 */
export class WriteTrail extends Construct {
  constructor(scope: Construct, id: string, stages: readonly PinnedStage[]) {
    super(scope, id);
    const bucket = new Bucket(this, "Bucket", {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      lifecycleRules: [{ expiration: Duration.days(TRAIL_DAYS) }],
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    const trail = new Trail(this, "Trail", { trailName: "intake-writes", bucket, isMultiRegionTrail: true });
    const { defaultChild } = trail.node;
    if (!(defaultChild instanceof CfnTrail)) throw new Error("The trail has no resource.");
    defaultChild.eventSelectors = undefined;
    defaultChild.advancedEventSelectors = [
      { name: "management", fieldSelectors: [{ field: "eventCategory", equalTo: ["Management"] }] },
      {
        name: "writes to the tables, but the service's own",
        fieldSelectors: [
          { field: "eventCategory", equalTo: ["Data"] },
          { field: "resources.type", equalTo: ["AWS::DynamoDB::Table"] },
          { field: "readOnly", equalTo: ["false"] },
          { field: "resources.ARN", startsWith: stages.map(tablesOf) },
          { field: "userIdentity.arn", notStartsWith: stages.flatMap(sessionsOf) },
        ],
      },
    ];
  }
}

/** Returns how the ARNs of a stage's tables begin, also of restored ones. */
const tablesOf = (stage: PinnedStage) =>
  `arn:aws:dynamodb:${stage.env.region}:${stage.env.account}:table/${stackNameOf(stage, "service")}-`;

/** Returns how the sessions of the service's functions begin. */
const sessionsOf = (stage: PinnedStage) =>
  WRITERS.map(
    (writer) => `arn:aws:sts::${stage.env.account}:assumed-role/${stackNameOf(stage, "service")}-${writer}`,
  );
