import * as z from "zod/mini";
import { choice, nonBlankText, text } from "../api/schema/fields.ts";
import { headerName } from "../api/schema/header-fields.ts";
import { lazy } from "../api/schema/lazy.ts";
import { LIMITS } from "../api/schema/limits.ts";
import { path } from "./source-mapping.contract.ts";

const ALGORITHMS = ["sha256", "sha1"] as const;
const ENCODINGS = ["hex", "base64"] as const;

/** Headers that carry keys: a delivery keeps the header of its signature. */
const CREDENTIAL_HEADERS = ["authorization", "cookie"];

const secret = () => nonBlankText(LIMITS.sourceSecretCharacters);

/** How a sender signs what it posts: an HMAC (RFC 2104) of the body in a header, after a prefix such as `sha256=`. */
export const signature = lazy(() =>
  z.object({
    header: headerName().check(
      z.refine((name) => !CREDENTIAL_HEADERS.includes(name.toLowerCase()), "must not be a header for keys"),
    ),
    algorithm: z._default(choice(ALGORITHMS), "sha256"),
    encoding: z._default(choice(ENCODINGS), "hex"),
    prefix: z._default(text(LIMITS.signaturePrefixCharacters), ""),
    secret: secret(),
  }),
);

/** A secret that the sender puts into what it posts. */
export const bodySecret = lazy(() => z.object({ path: path(), value: secret() }));

/** A signature as it is stored; shown with its secret masked. */
export const storedSignature = lazy(() =>
  z.object({
    header: z.string(),
    algorithm: z.enum(ALGORITHMS),
    encoding: z.enum(ENCODINGS),
    prefix: z.string(),
    secret: z.string(),
  }),
);

/** A secret in the body as it is stored; shown with its value masked. */
export const storedBodySecret = lazy(() => z.object({ path: z.string(), value: z.string() }));
