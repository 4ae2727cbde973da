import { join } from "node:path";
import { RemovalPolicy, Stack, Validations } from "aws-cdk-lib";
import { type IOrigin, S3OriginAccessControl } from "aws-cdk-lib/aws-cloudfront";
import { S3BucketOrigin } from "aws-cdk-lib/aws-cloudfront-origins";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { BlockPublicAccess, Bucket, BucketEncryption } from "aws-cdk-lib/aws-s3";
import { Asset } from "aws-cdk-lib/aws-s3-assets";
import { BucketDeployment, CacheControl, Source } from "aws-cdk-lib/aws-s3-deployment";
import { Construct } from "constructs";
import { CACHED_FOREVER } from "../../../shared/api/public-files.ts";
import { copyPageFiles } from "../../documents/pages/copy-page-files.ts";
import { LOG_DAYS } from "../log-retention.ts";
import { InlineRole } from "./inline-role.ts";

/**
 * The scripts, styles and texts of the pages, those of earlier releases included: a page that is cached or still open
 * names the files of its own release.
 */
export class PageFiles extends Construct {
  readonly origin: IOrigin;

  /** @param bundles the directory with the functions of the pages */
  constructor(scope: Construct, id: string, bundles: string) {
    super(scope, id);
    const bucket = new Bucket(this, "Bucket", {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      // Retained, because a stack's deletion or failed creation ends in an error while the bucket holds something.
      removalPolicy: RemovalPolicy.RETAIN,
    });
    this.#grantCloudFront(bucket);
    const directory = join(bundles, "page-files");
    copyPageFiles(bundles, directory);
    const asset = new Asset(this, "Asset", { path: directory });
    const logGroup = new LogGroup(this, "Logs", {
      retention: LOG_DAYS,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = new InlineRole(this, "Role", { assumedBy: new ServicePrincipal("lambda.amazonaws.com") });
    logGroup.grantWrite(role);
    for (const [action, resource] of [
      ["s3:GetObject", asset.bucket.arnForObjects("*")],
      ["s3:PutObject", bucket.arnForObjects("*")],
      ["s3:ListBucket", bucket.bucketArn],
    ] as const)
      role.addToPrincipalPolicy(new PolicyStatement({ actions: [action], resources: [resource] }));
    new BucketDeployment(this, "Deployment", {
      destinationBucket: bucket,
      sources: [Source.bucket(asset.bucket, asset.s3ObjectKey)],
      prune: false,
      contentEncoding: "gzip",
      cacheControl: [CacheControl.fromString(CACHED_FOREVER)],
      logGroup,
      // Without the library's own grants, which include deletion.
      role: role.withoutPolicyUpdates(),
    });
    // Accepted for the whole stack, which has no other function.
    for (const id of ["AwsSolutions::AwsSolutions-L1", "Serverless::Serverless-LambdaLatestVersion"])
      Validations.of(Stack.of(this)).acknowledge({
        id,
        reason: "aws-cdk-lib chooses its function's runtime.",
      });
    this.origin = S3BucketOrigin.withBucketDefaults(bucket, {
      originAccessControlId: new S3OriginAccessControl(this, "Access").originAccessControlId,
    });
  }

  /**
   * Grants reading to every distribution of the account. A grant to one would follow its creation, and until then the
   * distribution would answer 403.
   */
  #grantCloudFront(bucket: Bucket) {
    const distributions = { service: "cloudfront", region: "", resource: "distribution", resourceName: "*" };
    bucket.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal("cloudfront.amazonaws.com")],
        // Without ListBucket, S3 answers 403 instead of 404 where there is no file.
        actions: ["s3:GetObject", "s3:ListBucket"],
        resources: [bucket.arnForObjects("*"), bucket.bucketArn],
        conditions: { ArnLike: { "AWS:SourceArn": Stack.of(this).formatArn(distributions) } },
      }),
    );
  }
}
