import { $ZodError } from "zod/v4/core";
import { toViolations } from "../../shared/schema/violations.ts";

type Explanation = {
  readonly names: RegExp;
  readonly explain: (message: string) => string;
};

/** Explanations of the AWS SDK's errors. Services write names and codes in several ways. */
const NO_CREDENTIALS: Explanation = {
  names: /^(CredentialsProviderError|TokenProviderError)$/,
  explain: () => "No credentials: set AWS_PROFILE, or sign in with `aws sso login`.",
};

const REJECTED_CREDENTIALS: Explanation = {
  names:
    /^(ExpiredToken(Exception)?|InvalidClientTokenId|UnrecognizedClientException|InvalidSignatureException|SignatureDoesNotMatch)$/,
  explain: () => "AWS does not accept your credentials: they are expired or wrong. Sign in again.",
};

const ACCESS_DENIED: Explanation = {
  names: /^(AccessDenied(Exception)?|UnauthorizedOperation|AuthorizationError(Exception)?)$/,
  explain: (message) => {
    const [, needed] = /not authorized to perform: (\S+(?: on resource: \S+)?)/.exec(message) ?? [];
    return `Access denied: needs ${needed?.replace(" on resource:", " on") ?? `more permissions (${message})`}.`;
  },
};

const EXPLANATIONS: readonly Explanation[] = [
  NO_CREDENTIALS,
  REJECTED_CREDENTIALS,
  ACCESS_DENIED,
  {
    names: /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|TimeoutError)$/,
    explain: (message) =>
      `No answer${message && `: ${message}`}. Is the service running, and the region right?`,
  },
];

/** Says which attribute cannot be read: the message of such an error is a dump of all of them. */
const describeMalformed = (error: $ZodError) => {
  const [first] = toViolations(error, "it");
  return `A record cannot be read: ${first?.field} ${first?.message}.`;
};

/** Describes an error, without a stack, in a sentence that says what to do about it. */
export const describeError = (error: unknown): string => {
  if (error instanceof $ZodError) return describeMalformed(error);
  const { names, message } = namedError(error);
  if (message === "Region is missing") return "No region: set AWS_REGION, or a region in your AWS profile.";
  const known = EXPLANATIONS.find((each) => isNamed(each, names));
  return known?.explain(message) ?? (message || names.join(" "));
};

/** Returns true if the caller lacks credentials or permissions. */
export const isAccessRefused = (error: unknown): boolean =>
  [NO_CREDENTIALS, REJECTED_CREDENTIALS, ACCESS_DENIED].some((each) =>
    isNamed(each, namedError(error).names),
  );

const isNamed = ({ names: pattern }: Explanation, names: readonly string[]) =>
  names.some((name) => pattern.test(name));

const namedError = (error: unknown) => {
  if (!(error instanceof Error)) return { names: [], message: String(error) };
  const code = "code" in error ? String(error.code) : "";
  return { names: [error.name, code].filter(Boolean), message: error.message };
};
