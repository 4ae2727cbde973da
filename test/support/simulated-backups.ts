import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { jest } from "@jest/globals";

type Command = { readonly input: Record<string, unknown> };

/** Answers commands that DynamoDB Local lacks, such as those of backups and tags, by their class. */
export const answerCommands = (
  answers: ReadonlyMap<unknown, (input: Record<string, unknown>) => unknown>,
): void => {
  const { send } = DynamoDBDocumentClient.prototype;
  jest.spyOn(DynamoDBDocumentClient.prototype, "send").mockImplementation(function (
    this: DynamoDBDocumentClient,
    ...call: unknown[]
  ) {
    const [command] = call as [Command];
    const answer = answers.get(command.constructor);
    return answer ? answer(command.input) : Reflect.apply(send, this, call);
  } as never);
};
