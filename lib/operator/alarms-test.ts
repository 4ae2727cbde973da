import { PublishCommand, SNSClient } from "@aws-sdk/client-sns";
import { openDeployment, requireDeployed, requireStage } from "./deployment.ts";
import { countSubscribers } from "./doctor/alarm-checks.ts";
import { type OperatorOptions, operatorCommand } from "./operator-command.ts";
import { resourcesEverywhere, type StageResource } from "./other-stacks.ts";

const MESSAGE = {
  Subject: "Intake: a test of the alarms",
  Message:
    "Nothing is wrong. Alarms come to this address. If you expect this test and it does not come, look why.",
};

const tellTopic = async ({ name, physicalId, deployment }: StageResource) => {
  const confirmed = await countSubscribers(deployment, physicalId);
  await new SNSClient(deployment.clientConfig).send(new PublishCommand({ TopicArn: physicalId, ...MESSAGE }));
  return { topic: name, confirmed };
};

/** @throws Error if a topic has no subscriber who has confirmed */
const testAlarms = async (options: OperatorOptions) => {
  const deployment = await openDeployment(options);
  requireStage(deployment);
  requireDeployed(deployment);
  const topics = await resourcesEverywhere(deployment, "AWS::SNS::Topic");
  if (topics.length === 0) throw new Error("the stage has no alarms: it belongs to a single engineer");
  const told = await Promise.all(topics.map(tellTopic));
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
