import { CfnWebACL } from "aws-cdk-lib/aws-wafv2";
import type { Construct } from "constructs";

/**
 * Requests of one address in five minutes. A key may have 1,200 a minute by default, and a firm's server one address,
 * so this allows sixteen keys at once. Raise it with the limit of a key.
 */
const REQUESTS_PER_ADDRESS = 100_000;

/**
 * AWS rules that only count. Bodies hold people's texts, up to a megabyte. Texts are data here, never markup or
 * addresses that the service opens. Queries hold cursors, and clients need not name themselves.
 */
const COUNTED_RULES = [
  "SizeRestrictions_BODY",
  "SizeRestrictions_QUERYSTRING",
  "CrossSiteScripting_BODY",
  "CrossSiteScripting_QUERYARGUMENTS",
  "EC2MetaDataSSRF_BODY",
  "EC2MetaDataSSRF_QUERYARGUMENTS",
  "GenericLFI_BODY",
  "GenericLFI_QUERYARGUMENTS",
  "GenericRFI_BODY",
  "GenericRFI_QUERYARGUMENTS",
  "RestrictedExtensions_QUERYARGUMENTS",
  "NoUserAgent_HEADER",
];

/** The metric of all its rules together. */
export const WEB_ACL_METRIC = "WebAcl";

/** The firewall in front of the API, against floods of one address and attacks that AWS knows. */
export class WebAcl extends CfnWebACL {
  constructor(scope: Construct, id: string) {
    super(scope, id, {
      scope: "CLOUDFRONT",
      defaultAction: { allow: {} },
      visibilityConfig: visibility(WEB_ACL_METRIC),
      rules: [
        {
          name: "Flood",
          priority: 0,
          action: { block: { customResponse: { responseCode: 429 } } },
          statement: {
            rateBasedStatement: {
              limit: REQUESTS_PER_ADDRESS,
              evaluationWindowSec: 300,
              aggregateKeyType: "IP",
            },
          },
          visibilityConfig: visibility("Flood"),
        },
        managedRules("AWSManagedRulesCommonRuleSet", 1, COUNTED_RULES),
        managedRules("AWSManagedRulesKnownBadInputsRuleSet", 2),
      ],
    });
  }
}

const managedRules = (
  name: string,
  priority: number,
  counted: readonly string[] = [],
): CfnWebACL.RuleProperty => ({
  name,
  priority,
  overrideAction: { none: {} },
  statement: {
    managedRuleGroupStatement: {
      vendorName: "AWS",
      name,
      // AWS WAF refuses an empty list.
      ...(counted.length > 0 && {
        ruleActionOverrides: counted.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
      }),
    },
  },
  visibilityConfig: visibility(name),
});

/** Disables samples, which would hold parts of requests, including keys and addresses of people. */
const visibility = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  cloudWatchMetricsEnabled: true,
  metricName,
  sampledRequestsEnabled: false,
});
