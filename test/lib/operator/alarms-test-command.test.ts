import { ListSubscriptionsByTopicCommand, PublishCommand, type SNSClient } from "@aws-sdk/client-sns";
import { beforeEach, expect, it } from "@jest/globals";
import { type HealthyStage, mockHealthyStage } from "../../support/deployed-stage.ts";
import { runForRows } from "../../support/operator.ts";
import { PROBE } from "../../support/stage-options.ts";

let stage: HealthyStage;
beforeEach(() => {
  stage = mockHealthyStage();
  stage.sns.on(PublishCommand).resolves({ MessageId: "m" });
});

const run = () => runForRows("alarms test", "--stage", "prod");
const told = () => stage.sns.commandCalls(PublishCommand).map(({ args: [{ input }] }) => input);

it("sends a message to each topic of the alarms, and counts who has confirmed", async () => {
  expect(await run()).toEqual({
    error: null,
    rows: [
      { topic: "AlarmsTopic", confirmed: 1 },
      { topic: "AlarmsTickets", confirmed: 1 },
      { topic: "AlarmsTickets of intake-prod-edge", confirmed: 1 },
      { topic: "AlarmsTopic of intake-prod-probe", confirmed: 1 },
    ],
  });
  expect(told().map(({ TopicArn = "" }) => TopicArn.split(":").at(-1))).toEqual([
    expect.stringMatching(/^AlarmsTopic/),
    expect.stringMatching(/^AlarmsTickets/),
    expect.stringMatching(/^edge-AlarmsTickets/),
    expect.stringMatching(/^probe-AlarmsTopic/),
  ]);
  const regions = stage.sns
    .commandCalls(PublishCommand)
    .map(({ thisValue }) => (thisValue as SNSClient).config.region());
  expect((await Promise.all(regions)).slice(2)).toEqual(["us-east-1", PROBE.region]);
  for (const { Message } of told()) expect(Message).toMatch(/^Nothing is wrong/);
});

it("fails, and tells the others, if nobody has confirmed a topic", async () => {
  stage.sns.on(ListSubscriptionsByTopicCommand).callsFake(({ TopicArn }: { TopicArn: string }) => ({
    Subscriptions: TopicArn.includes("Tickets")
      ? [{ SubscriptionArn: "PendingConfirmation" }]
      : [{ SubscriptionArn: "arn:x" }],
  }));
  const { error } = await run();
  expect(error).toMatch("nobody who has confirmed listens to AlarmsTickets");
  expect(told()).toHaveLength(4);
});
