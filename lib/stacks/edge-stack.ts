import { CfnOutput, Duration, SecretValue, Stack, Validations } from "aws-cdk-lib";
import { Certificate } from "aws-cdk-lib/aws-certificatemanager";
import {
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  Distribution,
  HttpVersion,
  OriginRequestPolicy,
  PriceClass,
  ResponseHeadersPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from "aws-cdk-lib/aws-cloudfront";
import { HttpOrigin } from "aws-cdk-lib/aws-cloudfront-origins";
import { MathExpression, Metric, Stats } from "aws-cdk-lib/aws-cloudwatch";
import { Construct } from "constructs";
import { Alarms, FIFTEEN_MINUTES, FIVE_MINUTES } from "./constructs/alarms.ts";
import { ORIGIN_SECRET_HEADER } from "./constructs/intake-api.ts";
import { PageFiles } from "./constructs/page-files.ts";
import { countMetric } from "./constructs/service-metrics.ts";
import { WEB_ACL_METRIC, WebAcl } from "./constructs/web-acl.ts";
import { type Stage, stackPropsOf } from "./stage.ts";
import { EDGE_REGION } from "./stage-names.ts";
import type { Edge } from "./stage-settings.ts";

/** Errors that CloudFront would otherwise cache for ten seconds, for every caller of the address. */
const ERROR_STATUSES = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];

type EdgeStackProps = { readonly stage: Stage; readonly edge: Edge; readonly bundles: string };

/** CloudFront and its firewall, if the stage has one, in front of the API. Both must be in us-east-1. */
export class EdgeStack extends Stack {
  constructor(scope: Construct, id: string, { stage, edge, bundles }: EdgeStackProps) {
    super(scope, id, {
      ...stackPropsOf(stage, ": CloudFront and firewall"),
      env: { ...stage.env, region: EDGE_REGION },
    });
    const { domainName, certificateArn, originDomain, originSecret } = edge;
    // Forwards every header but Host, by which API Gateway finds the API.
    const uncached: BehaviorOptions = {
      origin: new HttpOrigin(originDomain, {
        customHeaders: {
          [ORIGIN_SECRET_HEADER]: SecretValue.secretsManager(originSecret).unsafeUnwrap(),
        },
        // The time for which API Gateway waits for a function.
        readTimeout: Duration.seconds(30),
      }),
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
    };
    // Caches by Cache-Control, without a key, the same for everybody.
    const cached: BehaviorOptions = {
      ...uncached,
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD_OPTIONS,
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
    };
    const files = new PageFiles(this, "PageFiles", bundles);
    const stored: BehaviorOptions = {
      origin: files.origin,
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      responseHeadersPolicy: new ResponseHeadersPolicy(this, "FileHeaders", {
        securityHeadersBehavior: { contentTypeOptions: { override: true } },
      }),
    };
    const webAcl = edge.withoutFirewall ? null : new WebAcl(this, "WebAcl");
    const distribution = new Distribution(this, "Distribution", {
      comment: `Intake (${stage.name})`,
      domainNames: [domainName],
      certificate: Certificate.fromCertificateArn(this, "Certificate", certificateArn),
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      httpVersion: HttpVersion.HTTP2_AND_3,
      // Places in North America and Europe, whose traffic costs least and serves every caller.
      priceClass: PriceClass.PRICE_CLASS_100,
      ...(webAcl && { webAclId: webAcl.attrArn }),
      defaultBehavior: uncached,
      additionalBehaviors: {
        "/api/docs": cached,
        "/api/docs/*": stored,
        "/api/openapi.json": cached,
        "/book": cached,
        "/book/*": stored,
        "/desk": cached,
        "/desk/*": stored,
      },
      errorResponses: ERROR_STATUSES.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
    });
    // The files come first, also where a distribution that exists gets its bucket.
    distribution.node.addDependency(files);
    const alarms = new Alarms(this, "Alarms", stage);
    const own = new Construct(this, "Edge");
    addErrorsAlarm(own, alarms, distribution);
    if (webAcl) addFirewallAlarm(own, alarms);
    else
      Validations.of(this).acknowledge({
        id: "AwsSolutions::AwsSolutions-CFR2",
        reason: "The stage has no callers but tests; the firewall costs more than all the rest of it.",
      });
    new CfnOutput(this, "DistributionDomain", { value: distribution.distributionDomainName });
  }
}

/** Adds an alarm on what only CloudFront sees. */
const addErrorsAlarm = (scope: Construct, alarms: Alarms, distribution: Distribution) => {
  const ofCloudFront = (metricName: string, statistic: string) =>
    new Metric({
      namespace: "AWS/CloudFront",
      metricName,
      dimensionsMap: { DistributionId: distribution.distributionId, Region: "Global" },
      statistic,
      period: FIVE_MINUTES,
    });
  alarms.add(scope, "ErrorsAlarm", {
    metric: new MathExpression({
      label: "5xx, percent of requests",
      // At least three, below which a failure is one caller's.
      expression: "IF(requests * errors > 200, errors, 0)",
      period: FIVE_MINUTES,
      usingMetrics: {
        requests: ofCloudFront("Requests", Stats.SUM),
        errors: ofCloudFront("5xxErrorRate", Stats.AVERAGE),
      },
    }),
    above: 5,
    // As the stage's own alarm: a burst of a minute is in one of them.
    periods: 6,
    periodsAbove: 2,
    // The stage's own alarm or its probe pages for an outage.
    urgency: "ticket",
    impact: "Callers of every firm get errors: CloudFront answers over 5 % of requests 5xx.",
    runbook: "cloudfront-errors",
  });
};

const addFirewallAlarm = (scope: Construct, alarms: Alarms) => {
  const ofFirewall = (metricName: string) =>
    countMetric({
      namespace: "AWS/WAFV2",
      metricName,
      dimensionsMap: { WebACL: WEB_ACL_METRIC, Rule: "ALL" },
      period: FIFTEEN_MINUTES,
    });
  alarms.add(scope, "FirewallBlocksAlarm", {
    metric: new MathExpression({
      label: "blocked, percent of requests",
      // `SUM` leaves out a metric without a number: if everything is blocked, nothing is allowed.
      expression: "IF(blocked > 100, 100 * blocked / SUM([blocked, allowed]), 0)",
      period: FIFTEEN_MINUTES,
      usingMetrics: {
        blocked: ofFirewall("BlockedRequests"),
        allowed: ofFirewall("AllowedRequests"),
      },
    }),
    above: 1,
    urgency: "ticket",
    impact: "Callers are refused by the firewall: a flood, or a firm's requests that look like an attack.",
    runbook: "firewall-blocks",
  });
};
