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
  /** While the secret is changed: the one before, which the API accepts too. */
  readonly previousOriginSecret?: string;
  /** The API refuses requests without the secret. Not before CloudFront sends it. */
  readonly isOriginChecked?: true;
};

const SECRET_NAME = /^[\w/+=.@-]{1,512}$/;

const PATTERNS: Readonly<Record<Exclude<keyof Edge, "isOriginChecked">, RegExp>> = {
  domainName: /^([a-z0-9-]+\.)+[a-z]{2,}$/,
  certificateArn: /^arn:aws:acm:us-east-1:\d{12}:certificate\/[\w-]+$/,
  originDomain: /^[a-z0-9]+\.execute-api\.[a-z0-9-]+\.amazonaws\.com$/,
  originSecret: SECRET_NAME,
  previousOriginSecret: SECRET_NAME,
};

/** @throws Error if a part is malformed */
export const checkEdge = (edge: Edge) => {
  for (const [name, pattern] of Object.entries(PATTERNS)) {
    const value = edge[name as keyof typeof PATTERNS];
    if (value !== undefined && !pattern.test(value)) throw new Error(`${name} is malformed.`);
  }
};
