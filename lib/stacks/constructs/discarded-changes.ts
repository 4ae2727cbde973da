import { Duration, RemovalPolicy } from "aws-cdk-lib";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { IEventSourceDlq, IEventSourceMapping, IFunction } from "aws-cdk-lib/aws-lambda";
import { BlockPublicAccess, Bucket, BucketEncryption } from "aws-cdk-lib/aws-s3";
import type { Construct } from "constructs";

/**
 * Holds whole batches of stream records that were retried in vain. A queue would only hold their place in the stream,
 * which forgets them after 24 hours.
 */
export class DiscardedChanges extends Bucket implements IEventSourceDlq {
  constructor(scope: Construct, id: string) {
    super(scope, id, {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      lifecycleRules: [{ expiration: Duration.days(90) }],
      // In every stage: a deletion of the stack would fail while the bucket holds something.
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
  }

  /** Grants what Lambda needs to write a batch, and nothing else. */
  bind(_target: IEventSourceMapping, handler: IFunction) {
    const statements = [
      new PolicyStatement({ actions: ["s3:PutObject"], resources: [this.arnForObjects("*")] }),
      new PolicyStatement({ actions: ["s3:ListBucket"], resources: [this.bucketArn] }),
    ];
    for (const statement of statements) handler.addToRolePolicy(statement);
    return { destination: this.bucketArn };
  }
}
