import { Duration, RemovalPolicy } from "aws-cdk-lib";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import { BlockPublicAccess, Bucket, BucketEncryption } from "aws-cdk-lib/aws-s3";
import type { Construct } from "constructs";

/**
 * Holds whole batches of stream records whose retries all failed. A queue would hold only their position in the stream,
 * which forgets them after 24 hours.
 */
export class DiscardedChanges extends Bucket {
  constructor(scope: Construct, id: string) {
    super(scope, id, {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      lifecycleRules: [{ expiration: Duration.days(90) }],
      // Retained in every stage, because a stack's deletion fails while the bucket holds something.
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
  }

  /** Grants only the actions by which Lambda writes a batch. */
  grantBatches(handler: IFunction) {
    const statements = [
      new PolicyStatement({ actions: ["s3:PutObject"], resources: [this.arnForObjects("*")] }),
      new PolicyStatement({ actions: ["s3:ListBucket"], resources: [this.bucketArn] }),
    ];
    for (const statement of statements) handler.addToRolePolicy(statement);
  }
}
