import type { Node } from "constructs";

/** Carries the secret that CloudFront sends and the API's authorizer compares. */
export const ORIGIN_SECRET_HEADER = "x-origin-secret";

/** Where callers reach the API if not at its own address, given by `--context`. */
export type Edge = {
  /** `domainName`: the host that callers use. */
  readonly domainName: string;
  /** `certificateArn`: its certificate, in us-east-1 as CloudFront demands. */
  readonly certificateArn: string;
  /** `originDomain`: the host of the API's own address, the output `BaseUrl`. */
  readonly originDomain: string;
  /** `originSecret`: the name in Secrets Manager of what CloudFront sends with each request. */
  readonly originSecret: string;
  /** `originCheck`: whether the API refuses requests without the secret. Off until CloudFront sends it. */
  readonly isOriginChecked: boolean;
};

const PATTERNS: Readonly<Record<Exclude<keyof Edge, "isOriginChecked">, RegExp>> = {
  domainName: /^([a-z0-9-]+\.)+[a-z]{2,}$/,
  certificateArn: /^arn:aws:acm:us-east-1:\d{12}:certificate\/[\w-]+$/,
  originDomain: /^[a-z0-9]+\.execute-api\.[a-z0-9-]+\.amazonaws\.com$/,
  originSecret: /^[\w/+=.@-]{1,512}$/,
};

/**
 * Undefined for a deployment without CloudFront.
 * @throws Error if a part is missing or malformed
 */
export const readEdge = (node: Node): Edge | undefined => {
  if (!node.tryGetContext("domainName")) return undefined;
  const read = (name: keyof typeof PATTERNS): string => {
    const value = String(node.tryGetContext(name) ?? "");
    if (!PATTERNS[name].test(value)) throw new Error(`The context ${name} is missing or malformed.`);
    return value;
  };
  return {
    domainName: read("domainName"),
    certificateArn: read("certificateArn"),
    originDomain: read("originDomain"),
    originSecret: read("originSecret"),
    isOriginChecked: String(node.tryGetContext("originCheck")) === "true",
  };
};
