/** Carries the secret that CloudFront sends and the API's authorizer compares. */
export const ORIGIN_SECRET_HEADER = "x-origin-secret";

/** Where callers reach the API if not at its own address. */
export type Edge = {
  /** The host that callers use. */
  readonly domainName: string;
  /** Its certificate, in us-east-1 as CloudFront demands. */
  readonly certificateArn: string;
  /** The host of the API's own address, the output `BaseUrl`. */
  readonly originDomain: string;
  /** The name in Secrets Manager of what CloudFront sends with each request. */
  readonly originSecret: string;
  /** The API refuses requests without the secret. Not before CloudFront sends it. */
  readonly isOriginChecked?: true;
};

const PATTERNS: Readonly<Record<Exclude<keyof Edge, "isOriginChecked">, RegExp>> = {
  domainName: /^([a-z0-9-]+\.)+[a-z]{2,}$/,
  certificateArn: /^arn:aws:acm:us-east-1:\d{12}:certificate\/[\w-]+$/,
  originDomain: /^[a-z0-9]+\.execute-api\.[a-z0-9-]+\.amazonaws\.com$/,
  originSecret: /^[\w/+=.@-]{1,512}$/,
};

/** @throws Error if a part is malformed */
export const checkEdge = (edge: Edge) => {
  for (const [name, pattern] of Object.entries(PATTERNS))
    if (!pattern.test(edge[name as keyof typeof PATTERNS])) throw new Error(`${name} is malformed.`);
};
