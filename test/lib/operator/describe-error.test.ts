import { describe, expect, it } from "@jest/globals";
import { describeError } from "../../../lib/operator/describe-error.ts";
import { feedFields } from "../../../shared/calendars/feed-fields.contract.ts";

const named = (name: string, message: string) => Object.assign(new Error(message), { name });

const DENIED =
  "User: arn:aws:iam::000000000000:user/ann is not authorized to perform: dynamodb:Query on resource: arn:aws:dynamodb:eu-central-1:000000000000:table/t because no identity-based policy allows the dynamodb:Query action";

describe("an error", () => {
  it.each([
    [
      "explains how to get credentials",
      named("CredentialsProviderError", "Could not load credentials from any providers"),
      "No credentials: set AWS_PROFILE, or sign in with `aws sso login`.",
    ],
    [
      "states that credentials expired",
      named("ExpiredTokenException", "The security token included in the request is expired"),
      "AWS does not accept your credentials: they are expired or wrong. Sign in again.",
    ],
    [
      "names the missing permission",
      named("AccessDeniedException", DENIED),
      "Access denied: needs dynamodb:Query on arn:aws:dynamodb:eu-central-1:000000000000:table/t.",
    ],
    [
      "quotes what else is denied",
      named("AccessDenied", "Access Denied"),
      "Access denied: needs more permissions (Access Denied).",
    ],
    [
      "asks for a region",
      new Error("Region is missing"),
      "No region: set AWS_REGION, or a region in your AWS profile.",
    ],
    [
      "without a message states that nothing answers",
      Object.assign(new AggregateError([]), { code: "ECONNREFUSED" }),
      "No answer. Is the service running, and the region right?",
    ],
    [
      "of a malformed record names the attribute",
      feedFields.item().safeParse({ url: "broken", name: [5] }).error,
      "A record cannot be read: id is required.",
    ],
    [
      "of an item that is no record at all says so",
      feedFields.item().safeParse("broken").error,
      "A record cannot be read: it must be an object.",
    ],
    ["of another kind is described by its message", new Error("No such firm."), "No such firm."],
    ["without a message is described by its name", named("ThrottlingException", ""), "ThrottlingException"],
  ])("%s", (_, error, sentence) => {
    expect(describeError(error)).toBe(sentence);
  });
});
