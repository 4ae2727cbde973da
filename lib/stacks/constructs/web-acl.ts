import { CfnWebACL } from "aws-cdk-lib/aws-wafv2";
import type { Construct } from "constructs";
import { createLeadEndpoint } from "../../../shared/leads/lead.contract.ts";
import { ADDRESS_LIMITS, WINDOW_SECONDS } from "../throttles.ts";

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
        rateRule("Flood", 0, { limit: ADDRESS_LIMITS.requests, ...BY_ADDRESS }),
        rateRule("FloodOfFiles", 1, {
          limit: ADDRESS_LIMITS.documentation,
          scopeDownStatement: { orStatement: { statements: LARGE_PATHS.map(startsWith) } },
          ...BY_ADDRESS,
        }),
        rateRule("FloodOfForms", 2, {
          limit: ADDRESS_LIMITS.form,
          scopeDownStatement: { andStatement: { statements: POSTS_OF_PAGES } },
          ...BY_ADDRESS_AND_KEY,
        }),
        managedRules("AWSManagedRulesCommonRuleSet", 3, COUNTED_RULES),
        managedRules("AWSManagedRulesKnownBadInputsRuleSet", 4),
      ],
    });
  }
}

const LARGE_PATHS = ["/api/docs", "/api/openapi.json"];

const AS_SENT = { textTransformations: [{ priority: 0, type: "NONE" }] };

/** Each escape of a letter would count for itself otherwise. */
const DECODED = { textTransformations: [{ priority: 0, type: "URL_DECODE" }] };

const matches = (
  fieldToMatch: CfnWebACL.FieldToMatchProperty,
  positionalConstraint: "EXACTLY" | "STARTS_WITH",
  searchString: string,
): CfnWebACL.StatementProperty => ({
  byteMatchStatement: { fieldToMatch, positionalConstraint, searchString, ...AS_SENT },
});

const startsWith = (path: string) => matches({ uriPath: {} }, "STARTS_WITH", path);

/** Only browsers name the page. Servers, such as those of Make and Zapier, bring the leads of many firms from few addresses. */
const POSTS_OF_PAGES: CfnWebACL.StatementProperty[] = [
  matches({ method: {} }, "EXACTLY", createLeadEndpoint.method),
  matches({ uriPath: {} }, "EXACTLY", createLeadEndpoint.path),
  {
    sizeConstraintStatement: {
      fieldToMatch: { singleHeader: { Name: "origin" } },
      comparisonOperator: "GT",
      size: 0,
      ...AS_SENT,
    },
  },
];

const BY_ADDRESS = { aggregateKeyType: "IP" };

/** Counts each key in an address for itself, and a request without one not at all. */
const BY_ADDRESS_AND_KEY = {
  aggregateKeyType: "CUSTOM_KEYS",
  customKeys: [{ ip: {} }, { queryArgument: { name: "key", ...DECODED } }],
};

type Rate = Omit<CfnWebACL.RateBasedStatementProperty, "evaluationWindowSec">;

const rateRule = (name: string, priority: number, rate: Rate): CfnWebACL.RuleProperty => ({
  name,
  priority,
  action: { block: { customResponse: { responseCode: 429 } } },
  statement: { rateBasedStatement: { ...rate, evaluationWindowSec: WINDOW_SECONDS } },
  visibilityConfig: visibility(name),
});

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
