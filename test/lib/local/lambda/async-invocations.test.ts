import { expect, it } from "@jest/globals";
import { asyncInvocations } from "../../../../lib/local/lambda/async-invocations.ts";
import { StoppingError } from "../../../../lib/local/lambda/function-worker.ts";

it.each([
  ["says that an event is discarded after its last attempt, and sends it on", new Error("on purpose"), 1],
  ["says nothing of an event that the end of the service interrupts", new StoppingError(), 0],
])("%s", async (_, error, discarded) => {
  const lines: string[] = [];
  const sent: string[] = [];
  const invokeLater = asyncInvocations({
    declared: [
      {
        id: "Config",
        FunctionName: "Sweep",
        MaximumRetryAttempts: 0,
        Qualifier: "$LATEST",
        DestinationConfig: { OnFailure: { Destination: "arn:aws:sqs:local:0:lost" } },
      },
    ],
    invoke: () => Promise.reject(error),
    sendToQueue: (queue) => sent.push(queue),
    log: (line) => lines.push(line),
  });
  await invokeLater("Sweep", {});
  expect([lines.length, sent.length]).toEqual([discarded, discarded]);
});
