import { ListSubscriptionsByTopicCommand, SNSClient } from "@aws-sdk/client-sns";
import { expect, it } from "@jest/globals";
import { mockClient } from "aws-sdk-client-mock";
import { requireSubscribers } from "../../../lib/operator/require-subscribers.ts";

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

const subscribe = (subscriptions: Readonly<Record<string, readonly string[]>>) =>
  mockClient(SNSClient)
    .on(ListSubscriptionsByTopicCommand)
    .callsFake(({ TopicArn }) => ({
      Subscriptions: subscriptions[TopicArn]?.map((SubscriptionArn) => ({ SubscriptionArn })),
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
