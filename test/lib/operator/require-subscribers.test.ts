import { ListSubscriptionsByTopicCommand, SNSClient } from "@aws-sdk/client-sns";
import { beforeEach, expect, it } from "@jest/globals";
import { requireSubscribers } from "../../../lib/operator/require-subscribers.ts";
import { mockStack } from "../../support/deployed-stage.ts";
import { mockClient } from "../../support/mock-client.ts";

const PROBE_TOPIC = "probe-AlarmsTopic3A2DFEBA";
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  [PROBE_TOPIC]: ["arn:aws:sns:3"],
  "edge-AlarmsTickets74B5D1FC": ["arn:aws:sns:4"],
};

const TYPE = "AWS::SNS::Topic";
const deployment = {
  stage: "prod",
  isLocal: false,
  clientConfig: { region: "us-east-1" },
  resources: [
    { type: TYPE, logicalId: "AlarmsTopic3A2DFEBA", physicalId: "pages" },
    { type: TYPE, logicalId: "AlarmsTickets74B5D1FC", physicalId: "tickets" },
  ],
};

beforeEach(() => {
  mockStack();
});

const subscribe = (subscriptions: Readonly<Record<string, readonly string[]>>) =>
  mockClient(SNSClient)
    .on(ListSubscriptionsByTopicCommand)
    .callsFake(({ TopicArn }) => ({
      Subscriptions: { ...ELSEWHERE, ...subscriptions }[TopicArn]?.map((SubscriptionArn) => ({
        SubscriptionArn,
      })),
    }));

it("passes a stage whose topics each have a confirmed subscriber", async () => {
  subscribe({ pages: ["PendingConfirmation", "arn:aws:sns:1"], tickets: ["arn:aws:sns:2"] });
  await requireSubscribers(deployment);
});

it("fails where a mail is not confirmed, and says which topic and what to do", async () => {
  subscribe({ pages: ["PendingConfirmation"], tickets: ["arn:aws:sns:2"] });
  await expect(requireSubscribers(deployment)).rejects.toThrow(
    "nobody hears its alarms. subscribers of AlarmsTopic: none is confirmed. Confirm by the link in the mail, then run the job again.",
  );
});

it("fails where nobody hears the probe, whose topic is in another region", async () => {
  subscribe({ pages: ["arn:aws:sns:1"], tickets: ["arn:aws:sns:2"], [PROBE_TOPIC]: ["PendingConfirmation"] });
  await expect(requireSubscribers(deployment)).rejects.toThrow("AlarmsTopic of intake-prod-probe");
});
