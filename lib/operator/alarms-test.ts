import { PublishCommand, SNSClient } from "@aws-sdk/client-sns";
import { type Deployment, openDeployment, requireStage, resourcesOf } from "./deployment.ts";
import { countSubscribers } from "./doctor/alarm-checks.ts";
import { type OperatorOptions, operatorCommand } from "./operator-command.ts";

const MESSAGE = {
  Subject: "Intake: a test of the alarms",
  Message:
    "Nothing is wrong. Alarms come to this address. If you expect this test and it does not come, look why.",
};

const tellTopic = async (
  deployment: Deployment,
  { name, physicalId }: { name: string; physicalId: string },
) => {
  const confirmed = await countSubscribers(deployment, physicalId);
  await new SNSClient(deployment.clientConfig).send(new PublishCommand({ TopicArn: physicalId, ...MESSAGE }));
  return { topic: name, confirmed };
};

/** @throws Error if a topic has no subscriber who has confirmed */
const testAlarms = async (options: OperatorOptions) => {
  const deployment = await openDeployment(options);
  requireStage(deployment);
  const topics = resourcesOf(deployment, "AWS::SNS::Topic");
  if (topics.length === 0) throw new Error("the stage has no alarms: it belongs to a single engineer");
  const told = await Promise.all(topics.map((topic) => tellTopic(deployment, topic)));
  const unheard = told.filter(({ confirmed }) => confirmed === 0).map(({ topic }) => topic);
  if (unheard.length > 0)
    throw new Error(
      `nobody who has confirmed listens to ${unheard.join(", ")}: docs/runbooks.md#silent-alarms`,
    );
  return told;
};

export const alarmsTestCommand = operatorCommand({
  usage: "test",
  description:
    "send a message to the subscribers of a stage's alarms, and fail unless somebody has confirmed",
  examples: ["--stage prod"],
  run: testAlarms,
});
