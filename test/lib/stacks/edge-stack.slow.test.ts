import { describe, expect, it } from "@jest/globals";
import { Match, Template } from "aws-cdk-lib/assertions";
import type { Edge, StageSettings } from "../../../lib/stacks/stage-settings.ts";
import { STAGES } from "../../../lib/stacks/stages.ts";
import { DOMAIN, EDGE } from "../../support/stage-options.ts";
import { synthesizeTemplates } from "../../support/synthesized-templates.ts";

const { isOriginChecked: _, ...UNCHECKED } = EDGE;
const SECRET = "{{resolve:secretsmanager:intake/prod/origin:SecretString:::}}";

const templatesWith = (settings: StageSettings, stage: "prod" | "dev" = "prod"): Record<string, Template> =>
  Object.fromEntries(
    synthesizeTemplates(stage, stage === "prod" ? { domain: DOMAIN, edge: EDGE, ...settings } : settings).map(
      ({ stackName, text }) => [stackName, Template.fromJSON(JSON.parse(text))],
    ),
  );

const {
  "intake-prod-edge": edge,
  "intake-prod": main,
  "intake-prod-state": state,
} = templatesWith({ edge: UNCHECKED, monthlyBudgetDollars: 500 });
if (!edge || !main || !state) throw new Error("A stack is missing.");

it("a deployment that names no domain has only the stacks of the service", () => {
  const names = ["intake-dev-state", "intake-dev", "intake-dev-live"];
  expect(Object.keys(templatesWith({}, "dev"))).toEqual(names);
});

it("a stage without a firewall has CloudFront alone, and no alarm that waits for the firewall's metrics", () => {
  const { "intake-prod-edge": open } = templatesWith({ edge: { ...EDGE, withoutFirewall: true } });
  open?.resourceCountIs("AWS::WAFv2::WebACL", 0);
  expect(JSON.stringify(open)).not.toMatch(/WebACLId|AWS\/WAFV2/);
  expect(Object.keys(open?.findResources("AWS::CloudWatch::Alarm") ?? {})).toHaveLength(1);
});

it.each(["domainName", "certificateArn", "originDomain", "originSecret", "nextOriginSecret"])(
  "%s is checked",
  (name) => {
    expect(() => templatesWith({ edge: { ...EDGE, [name]: "no such thing!" } })).toThrow(name);
  },
);

const [distribution] = Object.values(edge.findResources("AWS::CloudFront::Distribution"));
const { DistributionConfig: config } = distribution?.Properties ?? {};

describe("CloudFront", () => {
  /** Ids of policies that AWS documents. */
  const CACHING_DISABLED = "4135ea2d-6df8-44a3-9df3-4b5a84be39ad";
  const CACHING_OPTIMIZED = "658327ea-f89d-4fab-a63d-7e88639e58f6";
  const ALL_VIEWER_EXCEPT_HOST_HEADER = "b689b0a8-53d0-40ab-baf2-68738e2966ac";

  it("passes each method, query, cookie and header except the host to the API, and caches nothing", () => {
    expect(config.DefaultCacheBehavior).toMatchObject({
      AllowedMethods: expect.arrayContaining(["GET", "HEAD", "OPTIONS", "POST", "PATCH", "DELETE"]),
      CachePolicyId: CACHING_DISABLED,
      OriginRequestPolicyId: ALL_VIEWER_EXCEPT_HOST_HEADER,
      ViewerProtocolPolicy: "https-only",
    });
  });

  it("lets no page of another origin send a cookie or the desk's header: neither it nor API Gateway answers preflights", () => {
    const ofApi = Object.values(main.findResources("AWS::ApiGatewayV2::Api"));
    expect(ofApi.map(({ Properties }) => Properties.CorsConfiguration)).toEqual([undefined]);
    expect(config.DefaultCacheBehavior.ResponseHeadersPolicyId).toBeUndefined();
    const policies = Object.values(edge.findResources("AWS::CloudFront::ResponseHeadersPolicy"));
    expect(JSON.stringify(policies)).not.toMatch(/cors|access-control/i);
  });

  it("caches what is the same for everybody, and nothing else", () => {
    const cached = config.CacheBehaviors.map(({ PathPattern, CachePolicyId }: Record<string, unknown>) => [
      PathPattern,
      CachePolicyId,
    ]);
    expect(cached).toEqual(
      ["/api/docs", "/api/docs/*", "/api/openapi.json", "/book", "/book/*", "/desk", "/desk/*"].map(
        (path) => [path, CACHING_OPTIMIZED],
      ),
    );
  });

  it("caches no error, because an answer to one caller is not meant for the next", () => {
    const kept = config.CustomErrorResponses.filter(
      ({ ErrorCachingMinTTL }: { ErrorCachingMinTTL: number }) => ErrorCachingMinTTL !== 0,
    );
    expect(kept).toEqual([]);
    const codes = config.CustomErrorResponses.map(({ ErrorCode }: { ErrorCode: number }) => ErrorCode);
    expect(codes).toEqual(expect.arrayContaining([400, 403, 404, 500, 502, 503, 504]));
  });

  it("answers for the domain, and calls the API by its own address with the secret", () => {
    expect(config).toMatchObject({
      Aliases: ["api.example.com"],
      ViewerCertificate: { AcmCertificateArn: EDGE.certificateArn, MinimumProtocolVersion: "TLSv1.2_2021" },
      Origins: [
        {
          DomainName: EDGE.originDomain,
          OriginCustomHeaders: [{ HeaderName: "x-origin-secret", HeaderValue: SECRET }],
          CustomOriginConfig: { OriginProtocolPolicy: "https-only" },
        },
        // See page-files.slow.test.ts.
        { S3OriginConfig: {} },
      ],
    });
  });

  it("has the firewall in front of it", () => {
    expect(config.WebACLId).toEqual({ "Fn::GetAtt": [expect.stringMatching(/^WebAcl/), "Arn"] });
  });
});

describe("the firewall", () => {
  const [acl] = Object.values(edge.findResources("AWS::WAFv2::WebACL"));
  type Rule = { Name: string; Statement: { ManagedRuleGroupStatement?: Record<string, unknown> } };
  const rules: Rule[] = acl?.Properties.Rules;
  /** Expects a rule that answers 429. */
  const expectFlood = (name: string, limits: object, scope?: object) =>
    expect(rules.find(({ Name }) => Name === name)).toMatchObject({
      Action: { Block: { CustomResponse: { ResponseCode: 429 } } },
      Statement: { RateBasedStatement: { ...limits, ...(scope && { ScopeDownStatement: scope }) } },
    });

  it("answers 429 to a flood of requests from one address", () => {
    expect(acl?.Properties).toMatchObject({ Scope: "CLOUDFRONT", DefaultAction: { Allow: {} } });
    expectFlood("Flood", { AggregateKeyType: "IP", Limit: 100_000 });
  });

  it("answers 429 to an address that loads the documentation again and again, from the cheapest places alone", () => {
    const Statements = ["/api/docs", "/api/openapi.json"].map((SearchString) => ({
      ByteMatchStatement: { SearchString, PositionalConstraint: "STARTS_WITH" },
    }));
    expectFlood("FloodOfFiles", { Limit: 1_000 }, { OrStatement: { Statements } });
    expect(config.PriceClass).toBe("PriceClass_100");
  });

  it("answers 429 to an address that posts a page's form with one key above the key's default rate", () => {
    const [method, path] = [{ Method: {} }, { UriPath: {} }];
    const origin = { SingleHeader: { Name: "origin" } };
    const isExact = { PositionalConstraint: "EXACTLY", SearchString: "/api/leads" };
    const Statements = [
      { ByteMatchStatement: { FieldToMatch: method, SearchString: "POST" } },
      { ByteMatchStatement: { FieldToMatch: path, ...isExact } },
      { SizeConstraintStatement: { FieldToMatch: origin, ComparisonOperator: "GT", Size: 0 } },
    ];
    const CustomKeys = [{ IP: {} }, { QueryArgument: { Name: "key" } }];
    const limits = { AggregateKeyType: "CUSTOM_KEYS", CustomKeys, EvaluationWindowSec: 300, Limit: 300 };
    expectFlood("FloodOfForms", limits, { AndStatement: { Statements } });
  });

  it("has AWS's rules; those that valid bodies and queries may break only count", () => {
    const groups = rules.flatMap(({ Statement }) => Object(Statement.ManagedRuleGroupStatement ?? []));
    expect(groups.map(({ Name }: { Name: string }) => Name)).toEqual([
      "AWSManagedRulesCommonRuleSet",
      "AWSManagedRulesKnownBadInputsRuleSet",
    ]);
    const counted = groups[0].RuleActionOverrides.map(({ Name }: { Name: string }) => Name);
    expect(counted).toEqual(expect.arrayContaining(RULES_OF_BODIES_AND_QUERIES));
    expect(JSON.stringify(groups[0].RuleActionOverrides)).not.toContain("Block");
    // AWS WAF refuses an empty list.
    expect(groups[1]).not.toHaveProperty("RuleActionOverrides");
  });

  it("keeps no samples of requests, because they hold keys", () => {
    expect(JSON.stringify(acl)).not.toContain('"SampledRequestsEnabled":true');
  });
});

describe("the alarms of CloudFront and its firewall", () => {
  const alarms = edge.findResources("AWS::CloudWatch::Alarm");
  const alarmOf = (name: string) =>
    Object.entries(alarms).find(([id]) => id.startsWith(name))?.[1].Properties;
  const topicOf = (name: string) =>
    Object.keys(edge.findResources("AWS::SNS::Topic")).find((id) => id.startsWith(name));

  it("notify their own topics, which must be in the region of the metrics", () => {
    const subscriptions = Object.values(edge.findResources("AWS::SNS::Subscription"));
    expect(subscriptions.map(({ Properties }) => Properties.Endpoint).sort()).toEqual([
      STAGES.prod.ticketEmail,
    ]);
  });

  it("open a ticket when CloudFront answers many requests with an error of the API or its own", () => {
    const { Metrics, AlarmActions, AlarmDescription } = alarmOf("EdgeErrors");
    expect(AlarmActions).toEqual([{ Ref: topicOf("AlarmsTickets") }]);
    expect(AlarmDescription).toMatch(/Runbook: .*#cloudfront-errors$/);
    const [expression, ...counted] = Metrics;
    expect(expression.Expression).toBe("IF(requests * errors > 200, errors, 0)");
    const [distribution] = Object.keys(edge.findResources("AWS::CloudFront::Distribution"));
    for (const { MetricStat } of counted)
      expect(MetricStat.Metric).toMatchObject({
        Namespace: "AWS/CloudFront",
        Dimensions: [
          { Name: "DistributionId", Value: { Ref: distribution } },
          { Name: "Region", Value: "Global" },
        ],
      });
  });

  it("open a ticket when the firewall blocks, since it may block honest callers", () => {
    const [acl] = Object.values(edge.findResources("AWS::WAFv2::WebACL"));
    const { Metrics, AlarmActions } = alarmOf("EdgeFirewallBlocks");
    expect(AlarmActions).toEqual([{ Ref: topicOf("AlarmsTickets") }]);
    const [, ...counted] = Metrics;
    expect(counted).toHaveLength(2);
    for (const { MetricStat } of counted)
      expect(MetricStat.Metric).toMatchObject({
        Namespace: "AWS/WAFV2",
        Dimensions: [
          { Name: "Rule", Value: "ALL" },
          { Name: "WebACL", Value: acl?.Properties.VisibilityConfig.MetricName },
        ],
      });
  });
});

/** Those rules of the common rule set that inspect what people write. */
const RULES_OF_BODIES_AND_QUERIES = [
  ...["SizeRestrictions", "CrossSiteScripting", "EC2MetaDataSSRF", "GenericLFI", "GenericRFI"].map(
    (rule) => `${rule}_BODY`,
  ),
  ...["CrossSiteScripting", "EC2MetaDataSSRF", "GenericLFI", "GenericRFI", "RestrictedExtensions"].map(
    (rule) => `${rule}_QUERYARGUMENTS`,
  ),
];

describe("the API", () => {
  it("lets everybody in until the check is switched on", () => {
    main.resourceCountIs("AWS::ApiGatewayV2::Authorizer", 0);
  });

  it("asks for the secret on each route once the check is on, and remembers a right one for an hour", () => {
    const checked = templatesWith({})["intake-prod"];
    const routes = Object.values(checked?.findResources("AWS::ApiGatewayV2::Route") ?? {});
    expect(routes).toHaveLength(Object.keys(main.findResources("AWS::ApiGatewayV2::Route")).length);
    const [authorizer] = Object.keys(checked?.findResources("AWS::ApiGatewayV2::Authorizer") ?? {});
    for (const { Properties } of routes)
      expect(Properties).toMatchObject({ AuthorizationType: "CUSTOM", AuthorizerId: { Ref: authorizer } });
    checked?.hasResourceProperties("AWS::ApiGatewayV2::Authorizer", {
      AuthorizerResultTtlInSeconds: 3_600,
      EnableSimpleResponses: true,
      IdentitySource: ["$request.header.x-origin-secret"],
    });
    checked?.hasResourceProperties("AWS::Lambda::Function", {
      Environment: { Variables: Match.objectLike({ ORIGIN_SECRET: SECRET }) },
    });
    expect(Object.keys(checked?.toJSON().Resources).length).toBeLessThan(400);
  });
});

it("while the secret is changed, the API also accepts the next one, and CloudFront still sends the present one", () => {
  const nextOriginSecret = "intake/prod/origin-2";
  const edgeSettings: Edge = { ...EDGE, nextOriginSecret };
  const { "intake-prod": api, "intake-prod-edge": distribution } = templatesWith({ edge: edgeSettings });
  api?.hasResourceProperties("AWS::Lambda::Function", {
    Environment: {
      Variables: Match.objectLike({
        ORIGIN_SECRET: SECRET,
        NEXT_ORIGIN_SECRET: SECRET.replace(EDGE.originSecret, nextOriginSecret),
      }),
    },
  });
  expect(JSON.stringify(distribution)).not.toContain(nextOriginSecret);
});

describe("a monthly budget", () => {
  it("notifies the topic of tickets at 80 %, and when the forecast exceeds the budget", () => {
    const topics = Object.keys(state.findResources("AWS::SNS::Topic"));
    const topic = topics.find((id) => id.startsWith("AlarmsTickets"));
    const subscribers = [{ SubscriptionType: "SNS", Address: { Ref: topic } }];
    state.hasResourceProperties("AWS::Budgets::Budget", {
      Budget: { TimeUnit: "MONTHLY", BudgetLimit: { Amount: 500, Unit: "USD" } },
      NotificationsWithSubscribers: [
        { Notification: { NotificationType: "ACTUAL", Threshold: 80 }, Subscribers: subscribers },
        { Notification: { NotificationType: "FORECASTED", Threshold: 100 }, Subscribers: subscribers },
      ],
    });
    state.hasResourceProperties("AWS::SNS::TopicPolicy", {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Principal: { Service: Match.arrayWith(["budgets.amazonaws.com"]) },
            Condition: { StringEquals: { "aws:SourceAccount": STAGES.prod.env.account } },
          }),
        ]),
      },
    });
  });
});
