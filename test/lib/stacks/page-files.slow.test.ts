import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "@jest/globals";
import { Template } from "aws-cdk-lib/assertions";
import * as z from "zod";
import { bundleBookingPage } from "../../../lib/documents/pages/bundle-booking-page.ts";
import { bundleDeskPage } from "../../../lib/documents/pages/bundle-desk-page.ts";
import { bundleDocsPage } from "../../../lib/documents/pages/bundle-docs-page.ts";
import { createApp } from "../../../lib/stacks/cdk-app.ts";
import { EdgeStack } from "../../../lib/stacks/edge-stack.ts";
import { resolvePinnedStage } from "../../../lib/stacks/resolve-stage.ts";
import { EDGE } from "../../support/stage-options.ts";

const directory = mkdtempSync(join(tmpdir(), "intake-page-files-"));
afterAll(() => rmSync(directory, { recursive: true }));

const bundles = join(directory, "bundles");
const outdir = join(directory, "assembly");

/** The folder of each page in the bundles, by the path of the page. */
const PAGES = {
  "/api/docs": join(bundles, "get-docs", "page"),
  "/book": join(bundles, "get-booking-page", "page"),
  "/desk": join(bundles, "get-desk-page", "page"),
};
bundleDocsPage(PAGES["/api/docs"]);
bundleBookingPage(PAGES["/book"]);
bundleDeskPage(PAGES["/desk"]);

process.env.CDK_VALIDATION = "false";
const prod = resolvePinnedStage("prod");
const stack = new EdgeStack(createApp({ outdir }), "intake-prod-edge", {
  stage: prod,
  edge: EDGE,
  bundles,
});
const template = Template.fromStack(stack);

const idsOf = (type: string) => Object.keys(template.findResources(type));
const propertiesOf = (type: string) => Object.values(template.findResources(type))[0]?.Properties;

const copy = propertiesOf("Custom::CDKBucketDeployment");
const asset = join(outdir, `asset.${String(copy.SourceObjectKeys[0]).replace(".zip", "")}`);
const stored = readdirSync(asset, { recursive: true, encoding: "utf8" }).filter((name) =>
  statSync(join(asset, name)).isFile(),
);

const distribution = z
  .object({
    Origins: z.array(z.looseObject({ Id: z.string(), S3OriginConfig: z.unknown().optional() })),
    DefaultCacheBehavior: z.looseObject({ TargetOriginId: z.string() }),
    CacheBehaviors: z.array(z.looseObject({ PathPattern: z.string(), TargetOriginId: z.string() })),
  })
  .parse(propertiesOf("AWS::CloudFront::Distribution").DistributionConfig);
const [bucket] = distribution.Origins.filter(({ S3OriginConfig }) => S3OriginConfig);

/** Returns what CloudFront does with a path: the first pattern that fits decides. */
const behaviorOf = (path: string) =>
  distribution.CacheBehaviors.find(({ PathPattern }) =>
    new RegExp(`^${PathPattern.replaceAll(".", "\\.").replace("*", ".*")}$`).test(path),
  ) ?? distribution.DefaultCacheBehavior;

const textOf = (folder: string, name: string) =>
  gunzipSync(readFileSync(join(folder, `${name}.gz`))).toString();

/** Returns the paths of the files that the HTML of a page names, and of the scripts that these import. */
const filesNamedBy = ([path, folder]: readonly [string, string]) => {
  const html = textOf(folder, "index.html").matchAll(/(?:src|href|content)="((?:docs|book|desk)\/[^"]+)"/g);
  const found = new Set(
    [...html].map(([, name = ""]) => new URL(name, `https://api.example.com${path}`).pathname),
  );
  for (const file of found)
    for (const [, name = ""] of textOf(folder, basename(file)).matchAll(
      /["'`]\.\/([\w-]+-[0-9A-Z]{8}\.js)["'`]/g,
    ))
      found.add(join(dirname(file), name));
  return [...found];
};

describe("the files that pages name", () => {
  it("are copied to the bucket under the paths at which browsers load them, and nothing else is", () => {
    const named = Object.entries(PAGES).map(filesNamedBy);
    expect(named.map(({ length }) => length)).toEqual([3, 6, expect.any(Number)]);
    expect(stored.map((name) => `/${name}`).toSorted()).toEqual(named.flat().toSorted());
  });

  it.each(stored)("are stored as gzip: %s", (name) => {
    const folder = Object.entries(PAGES).find(([path]) => `/${name}`.startsWith(`${path}/`))?.[1] ?? "";
    const brotli = readFileSync(join(folder, `${name.split("/").at(-1)}.br`));
    expect(gunzipSync(readFileSync(join(asset, name)))).toEqual(brotliDecompressSync(brotli));
    expect(name).toMatch(/-[0-9A-Z]{8}\.(js|css|json)$/);
    expect(copy.SystemMetadata).toEqual({
      "content-encoding": "gzip",
      "cache-control": "public, max-age=31536000, immutable",
    });
  });

  it("come from the bucket, with the header that forbids guesses of their type", () => {
    const CACHING_OPTIMIZED = "658327ea-f89d-4fab-a63d-7e88639e58f6";
    for (const name of stored)
      expect(behaviorOf(`/${name}`)).toMatchObject({
        TargetOriginId: bucket?.Id,
        CachePolicyId: CACHING_OPTIMIZED,
        ResponseHeadersPolicyId: { Ref: idsOf("AWS::CloudFront::ResponseHeadersPolicy")[0] },
        ViewerProtocolPolicy: "https-only",
      });
    expect(propertiesOf("AWS::CloudFront::ResponseHeadersPolicy").ResponseHeadersPolicyConfig).toMatchObject({
      SecurityHeadersConfig: { ContentTypeOptions: { Override: true } },
    });
  });
});

it.each([...Object.keys(PAGES), "/api/openapi.json", "/api/leads", "/book.js", "/"])(
  "%s comes from the functions",
  (path) => {
    expect(behaviorOf(path).TargetOriginId).toBe(distribution.DefaultCacheBehavior.TargetOriginId);
    expect(distribution.DefaultCacheBehavior.TargetOriginId).not.toBe(bucket?.Id);
  },
);

describe("the files of earlier releases", () => {
  it("stay: an update adds to the bucket, by a role that may delete nothing", () => {
    expect(copy).toMatchObject({ Prune: false, DestinationBucketName: { Ref: idsOf("AWS::S3::Bucket")[0] } });
    expect(idsOf("AWS::IAM::Policy")).toEqual([]);
    const roles = z
      .array(z.object({ Properties: z.object({ Policies: z.array(z.unknown()) }) }))
      .parse(Object.values(template.findResources("AWS::IAM::Role")));
    const actions = JSON.stringify(roles).match(/"(s3|logs|iam|\*):?[^"]*"/g);
    expect(actions?.toSorted()).toEqual(
      ["logs:CreateLogStream", "logs:PutLogEvents", "s3:GetObject", "s3:ListBucket", "s3:PutObject"].map(
        (action) => `"${action}"`,
      ),
    );
  });

  it("stay: the bucket keeps its id, under which CloudFormation knows it", () => {
    expect(idsOf("AWS::S3::Bucket")).toEqual(["PageFilesBucket586192A7"]);
  });
});

describe("CloudFront", () => {
  it("waits for the files and for the permission to read them", () => {
    const [resource] = Object.values(template.findResources("AWS::CloudFront::Distribution"));
    expect(resource?.DependsOn).toEqual(
      expect.arrayContaining([...idsOf("Custom::CDKBucketDeployment"), ...idsOf("AWS::S3::BucketPolicy")]),
    );
  });

  it("alone reads the bucket, and is told 404 where there is no file", () => {
    const { Statement } = propertiesOf("AWS::S3::BucketPolicy").PolicyDocument;
    const [denied, ...allowed] = Statement;
    expect(denied).toMatchObject({ Effect: "Deny", Condition: { Bool: { "aws:SecureTransport": "false" } } });
    expect(allowed).toMatchObject([
      {
        Action: ["s3:GetObject", "s3:ListBucket"],
        Principal: { Service: "cloudfront.amazonaws.com" },
        Condition: { ArnLike: { "AWS:SourceArn": `arn:aws:cloudfront::${prod.env.account}:distribution/*` } },
      },
    ]);
    template.allResourcesProperties("AWS::S3::Bucket", {
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
    });
    expect(bucket?.OriginAccessControlId).toEqual({
      "Fn::GetAtt": [idsOf("AWS::CloudFront::OriginAccessControl")[0], "Id"],
    });
  });
});

it("a deletion or failed creation of the stack leaves the bucket, which is not empty by then", () => {
  const [resource] = Object.values(template.findResources("AWS::S3::Bucket"));
  expect(resource).toMatchObject({ DeletionPolicy: "Retain", UpdateReplacePolicy: "Retain" });
});
