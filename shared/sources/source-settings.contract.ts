import * as z from "zod/mini";
import { headerName } from "../api/header-fields.ts";
import { choice, listOf, mapOf, nonBlankText, notEmpty, text } from "../schema/fields.ts";
import { path } from "../schema/json-path.ts";
import { LIMITS } from "../schema/limits.ts";
import { isSecretPlaceholder } from "../schema/placeholder.ts";
import { settingsMap, settingsObject } from "../schema/settings-object.ts";
import { origin } from "../schema/url.ts";
import { byForm, givesOne, having, lazy, oneRequired } from "../schema/zod.ts";
import { constant, storedConstant } from "../settings/condition.contract.ts";

const paths = () => listOf(path(), LIMITS.mappingPaths).check(notEmpty("must have at least one path"));

const ONE_ORIGIN = oneRequired(["path", "paths", "value"]);

const mappingRule = lazy(() =>
  settingsObject(
    {
      path: z.optional(path()),
      paths: z.optional(paths()),
      value: z.optional(constant()),
      fallback: z.optional(constant()),
    },
    { form: "a path, a list of paths, or an object with path, paths or value and optionally fallback" },
  ).check(
    z.refine((rule) => givesOne(rule.path, rule.paths, rule.value), {
      error: "must have exactly one of path, paths and value",
      params: {
        ...ONE_ORIGIN,
        dependentSchemas: { ...ONE_ORIGIN.dependentSchemas, value: { not: having(["fallback"]) } },
      },
    }),
    z.refine((rule) => rule.value === undefined || rule.fallback === undefined, {
      path: ["fallback"],
      error: "has no effect together with value",
    }),
  ),
);

/** A path, the paths to try in turn, or a rule with a constant or a fallback. */
const target = lazy(() =>
  byForm(
    (input) => {
      if (typeof input === "string") return path();
      return Array.isArray(input) ? paths() : mappingRule();
    },
    () => [path(), paths(), mappingRule()],
  ),
);

/** The place of each field of a lead in inbound JSON. */
export const mapping = lazy(() => settingsMap(mapOf(target(), LIMITS.mappingEntries)));

/** A mapping as it is stored and shown. */
export const storedMapping = lazy(() =>
  z.record(
    z.string(),
    z.union([
      z.string(),
      z.array(z.string()),
      z.object({
        path: z.optional(z.string()),
        paths: z.optional(z.array(z.string())),
        value: z.optional(storedConstant()),
        fallback: z.optional(storedConstant()),
      }),
    ]),
  ),
);

/** Removes repeated origins. */
export const allowedOrigins = () =>
  z.pipe(
    listOf(origin(), LIMITS.allowedOrigins),
    z.transform((origins: string[]) => [...new Set(origins)]),
  );

const ALGORITHMS = ["sha256", "sha1"] as const;
const ENCODINGS = ["hex", "base64"] as const;

/** Headers that carry keys. A signature may not use them, because deliveries store its header. */
const CREDENTIAL_HEADERS = ["authorization", "cookie"];

const secret = () =>
  nonBlankText(LIMITS.sourceSecretCharacters).check(
    z.refine((text) => !isSecretPlaceholder(text), "is a placeholder: replace it by the sender's secret"),
  );

/** The sender's signature: an HMAC (RFC 2104) of the body in a header, after a prefix such as `sha256=`. */
export const signature = lazy(() =>
  settingsObject({
    header: headerName().check(
      z.refine((name) => !CREDENTIAL_HEADERS.includes(name.toLowerCase()), "must not be a header for keys"),
    ),
    algorithm: z._default(choice(ALGORITHMS), "sha256"),
    encoding: z._default(choice(ENCODINGS), "hex"),
    prefix: z._default(text(LIMITS.signaturePrefixCharacters), ""),
    secret: secret(),
  }),
);

/** A secret that the sender includes in its posts. */
export const bodySecret = lazy(() => settingsObject({ path: path(), value: secret() }));

/** A stored signature; shown with its secret masked. */
export const storedSignature = lazy(() =>
  z.object({
    header: z.string(),
    algorithm: z.enum(ALGORITHMS),
    encoding: z.enum(ENCODINGS),
    prefix: z.string(),
    secret: z.string(),
  }),
);

/** A stored secret of the body; shown with its value masked. */
export const storedBodySecret = lazy(() => z.object({ path: z.string(), value: z.string() }));

/** The consultation type of the links that leads get with their creation. */
export const booking = lazy(() => settingsObject({ type: nonBlankText(LIMITS.nameCharacters) }));

export const storedBooking = lazy(() => z.object({ type: z.string() }));
