import { ApiGatewayV2Client, GetStageCommand } from "@aws-sdk/client-apigatewayv2";
import { DescribeLimitsCommand } from "@aws-sdk/client-dynamodb";
import {
  GetAccountSettingsCommand,
  type GetAccountSettingsCommandOutput,
  LambdaClient,
} from "@aws-sdk/client-lambda";
import { UNRESERVED_MINIMUM } from "../../stacks/concurrency-quota.ts";
import { THROTTLE } from "../../stacks/throttles.ts";
import { type Deployment, physicalIdOf, tableOf } from "../deployment.ts";
import { CHANGED, type Check, expectThat, type Finding } from "./check.ts";

const CODE_SHARE_MAXIMUM = 0.8;

const QUOTA = { runbook: "account-quotas" } as const;

const describeAccount = ({ clientConfig }: Deployment) =>
  new LambdaClient(clientConfig).send(new GetAccountSettingsCommand({}));

const checkConcurrency = async (deployment: Deployment): Promise<Finding[]> => {
  const { AccountLimit } = await describeAccount(deployment);
  const { ConcurrentExecutions: quota = 0, UnreservedConcurrentExecutions: unreserved = 0 } =
    AccountLimit ?? {};
  return [
    expectThat(
      // A stage may count on a smaller quota, of which it reserves nothing.
      unreserved >= Math.min(UNRESERVED_MINIMUM, quota),
      "concurrency of the account",
      `${quota}, of which ${quota - unreserved} are reserved and ${unreserved} are not`,
      { ...QUOTA, action: "ask for a higher quota: 100 must stay unreserved" },
    ),
  ];
};

const checkCodeStorage = async (deployment: Deployment): Promise<Finding[]> => {
  const { AccountLimit, AccountUsage }: GetAccountSettingsCommandOutput = await describeAccount(deployment);
  const share = (AccountUsage?.TotalCodeSize ?? 0) / (AccountLimit?.TotalCodeSize ?? 1);
  return [
    expectThat(
      share <= CODE_SHARE_MAXIMUM,
      "code storage of the account",
      `${Math.round(100 * share)} % used`,
      {
        ...QUOTA,
        action: "delete old versions of functions, or ask for a higher quota",
      },
    ),
  ];
};

/** The capacity to which the runbook warms the table before a peak. */
const TABLE_UNITS_MINIMUM = { read: 24_000, write: 8_000 };

const checkTableLimits = async (deployment: Deployment): Promise<Finding[]> => {
  const limits = await tableOf(deployment).client.send(new DescribeLimitsCommand({}));
  const { AccountMaxReadCapacityUnits, AccountMaxWriteCapacityUnits } = limits;
  const { TableMaxReadCapacityUnits, TableMaxWriteCapacityUnits } = limits;
  const read = Math.min(AccountMaxReadCapacityUnits ?? 0, TableMaxReadCapacityUnits ?? 0);
  const write = Math.min(AccountMaxWriteCapacityUnits ?? 0, TableMaxWriteCapacityUnits ?? 0);
  return [
    expectThat(
      read >= TABLE_UNITS_MINIMUM.read && write >= TABLE_UNITS_MINIMUM.write,
      "table limits of the account",
      `${read} reads and ${write} writes a second`,
      { ...QUOTA, action: "ask for higher limits of throughput of a table" },
    ),
  ];
};

/** It is unproven that drift detection compares the stage of an HTTP API. */
const checkThrottle = async (deployment: Deployment): Promise<Finding[]> => {
  const { DefaultRouteSettings } = await new ApiGatewayV2Client(deployment.clientConfig).send(
    new GetStageCommand({
      ApiId: physicalIdOf(deployment, "AWS::ApiGatewayV2::Api"),
      StageName: physicalIdOf(deployment, "AWS::ApiGatewayV2::Stage"),
    }),
  );
  const { ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst } = DefaultRouteSettings ?? {};
  const isOk = rate === THROTTLE.rateLimit && burst === THROTTLE.burstLimit;
  const detail = `${rate ?? "no limit"} requests a second, ${burst ?? "no limit"} at once`;
  return [expectThat(isOk, "throttle of the API", detail, CHANGED)];
};

export const ACCOUNT_CHECKS: readonly Check[] = [
  { name: "concurrency of the account", isHostedLocally: false, run: checkConcurrency },
  { name: "code storage of the account", isHostedLocally: false, run: checkCodeStorage },
  { name: "table limits of the account", isHostedLocally: false, run: checkTableLimits },
  { name: "throttle of the API", isHostedLocally: false, run: checkThrottle },
];
