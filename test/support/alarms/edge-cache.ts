import * as z from "zod";
import type { DeclaredResource } from "./watched-stage.ts";

/** AWS's policy by which CloudFront keeps nothing, whatever the headers say. */
const CACHING_DISABLED = "4135ea2d-6df8-44a3-9df3-4b5a84be39ad";

const behavior = z.object({ CachePolicyId: z.unknown() });
const distribution = z.object({
  DistributionConfig: z.object({
    DefaultCacheBehavior: behavior,
    CacheBehaviors: z.array(behavior.extend({ PathPattern: z.string() })).default([]),
    CustomErrorResponses: z
      .array(z.object({ ErrorCode: z.number(), ErrorCachingMinTTL: z.number() }))
      .default([]),
  }),
});
const probe = z.object({ Environment: z.object({ Variables: z.object({ PROBED_URL: z.url() }) }) });

const propertiesOf = (resources: readonly DeclaredResource[], type: string, id: string) =>
  resources.find((each) => each.type === type && each.name.startsWith(id))?.properties;

/** A path pattern's `*` is any text, and its `?` any character. */
const matches = (pattern: string, path: string) =>
  new RegExp(
    `^${pattern
      .replaceAll(/[.+^${}()|[\]\\]/g, "\\$&")
      .replaceAll("*", ".*")
      .replaceAll("?", ".")}$`,
  ).test(path);

/** CloudFront keeps these for ten seconds unless it is told otherwise; a 401 never. */
const ERRORS = [500, 502, 503, 504];

/**
 * Returns whether CloudFront may answer what the probe of a stage calls from its cache. It serves what it has cached also
 * while the API is out of reach, for as long as that lasts.
 */
export const isProbeCached = (resources: readonly DeclaredResource[]): boolean => {
  const { PROBED_URL } = probe.parse(propertiesOf(resources, "AWS::Lambda::Function", "ProbeApi")).Environment
    .Variables;
  const { DefaultCacheBehavior, CacheBehaviors, CustomErrorResponses } = distribution.parse(
    propertiesOf(resources, "AWS::CloudFront::Distribution", "Distribution"),
  ).DistributionConfig;
  const { pathname } = new URL(PROBED_URL);
  const { CachePolicyId } =
    CacheBehaviors.find(({ PathPattern }) => matches(PathPattern, pathname)) ?? DefaultCacheBehavior;
  const keepsErrors = ERRORS.some(
    (status) => CustomErrorResponses.find(({ ErrorCode }) => ErrorCode === status)?.ErrorCachingMinTTL !== 0,
  );
  return CachePolicyId !== CACHING_DISABLED || keepsErrors;
};
