import { createHmac } from "node:crypto";
import { describe, expect, it } from "@jest/globals";
import type { Condition } from "../../shared/settings/condition.rules.ts";
import {
  conditionOutcome,
  requireAllowedOrigin,
  requireBodySecret,
  requireSignature,
} from "../../shared/sources/admission.rules.ts";
import { newReceipt } from "../../shared/sources/inbound-delivery.rules.ts";
import { withoutBodySecret } from "../../shared/sources/masked-body.rules.ts";
import type { Source } from "../../shared/sources/source.rules.ts";

type Signature = NonNullable<Source["signature"]>;

/** https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries, "Testing the webhook payload validation". */
const GITHUB: Signature = {
  header: "X-Hub-Signature-256",
  algorithm: "sha256",
  encoding: "hex",
  prefix: "sha256=",
  secret: "It's a Secret to Everybody",
};
const BODY = "Hello, World!";
const DIGEST = "757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17";

const check = (signature: Signature, sent: string | undefined, body = BODY) => {
  const headers = sent === undefined ? {} : { [signature.header.toLowerCase()]: sent };
  const receipt = newReceipt({ id: "id", body: Buffer.from(body), headers }, { signature });
  return () => requireSignature(receipt, { signature });
};

const refusal = (field: string) =>
  expect.objectContaining({ code: "invalid_signature", details: [expect.objectContaining({ field })] });

describe("a signature", () => {
  it.each([`sha256=${DIGEST}`, `  sha256=${DIGEST.toUpperCase()} `])(
    "is valid as the HMAC of the body: %s",
    (sent) => {
      expect(check(GITHUB, sent)).not.toThrow();
    },
  );

  it.each([
    undefined,
    "",
    DIGEST,
    `sha256=${DIGEST}0`,
    `sha256=${DIGEST.slice(1)}`,
    `sha1=${DIGEST}`,
    "sha256=",
  ])("is invalid otherwise: %s", (sent) => {
    expect(check(GITHUB, sent)).toThrow(refusal("X-Hub-Signature-256"));
  });

  it("may be separated from its prefix, which is stored without white space around it", () => {
    const apart = { ...GITHUB, prefix: "HMAC-SHA256" };
    expect(check(apart, `HMAC-SHA256 ${DIGEST}`)).not.toThrow();
    expect(check(apart, `HMAC-SHA256 x${DIGEST}`)).toThrow();
  });

  it.each(["Constructor", "__proto__"])("is read from the header %s like from any other", (header) => {
    expect(check({ ...GITHUB, header }, undefined)).toThrow(refusal(header));
    expect(check({ ...GITHUB, header }, `sha256=${DIGEST}`)).not.toThrow();
  });

  it("is invalid for another body and for another secret", () => {
    expect(check(GITHUB, `sha256=${DIGEST}`, `${BODY} `)).toThrow();
    expect(check({ ...GITHUB, secret: "other" }, `sha256=${DIGEST}`)).toThrow();
  });

  it.each(["sha256", "sha1"] as const)("may be in base64, whose case matters, with %s", (algorithm) => {
    const signature: Signature = { ...GITHUB, algorithm, encoding: "base64", prefix: "" };
    const sent = createHmac(algorithm, signature.secret).update(BODY).digest("base64");
    expect(check(signature, sent)).not.toThrow();
    expect(check(signature, sent.toLowerCase())).toThrow();
  });

  it("is of the bytes, whatever they are", () => {
    const body = Buffer.from([0, 255, 128, 10]);
    const sent = `sha256=${createHmac("sha256", GITHUB.secret).update(body).digest("hex")}`;
    const receipt = newReceipt(
      { id: "id", body, headers: { "x-hub-signature-256": sent } },
      { signature: GITHUB },
    );
    expect(() => requireSignature(receipt, { signature: GITHUB })).not.toThrow();
  });
});

describe("a secret in the body", () => {
  const bodySecret = { path: "auth.key", value: "s3cret" };

  it.each([{ auth: { key: "s3cret" } }, { auth: { key: " s3cret " } }])(
    "is valid at its path: %j",
    (json) => {
      expect(() => requireBodySecret(json, { bodySecret })).not.toThrow();
    },
  );

  it.each([
    {},
    null,
    { auth: null },
    { auth: { key: "" } },
    { auth: { key: "S3CRET" } },
    { auth: { key: ["s3cret"] } },
  ])("is invalid otherwise: %j", (json) => {
    expect(() => requireBodySecret(json, { bodySecret })).toThrow(refusal("auth.key"));
  });

  it("may be sent as a number", () => {
    expect(() => requireBodySecret({ key: 42 }, { bodySecret: { path: "key", value: "42" } })).not.toThrow();
  });
});

describe("a body without its secret", () => {
  const SECRET = 'it\'s "a/b" 😀';
  const shown = (body: string | Uint8Array, value = SECRET) => {
    const bytes = withoutBodySecret(Buffer.from(body), { value });
    return bytes && Buffer.from(bytes).toString();
  };

  it.each([
    ["JSON", JSON.stringify({ key: SECRET, n: 1 }), '{"key":"********","n":1}'],
    ["JSON with other escapes", String.raw`{"key":"it\u0027s \"a\/b\" \uD83D\ude00"}`, '{"key":"********"}'],
    ["a form", new URLSearchParams({ key: SECRET, n: "1" }).toString(), "key=********&n=1"],
    [
      "a form that escapes in lower case",
      `key=${encodeURIComponent(SECRET).toLowerCase()}&n=1`,
      "key=********&n=1",
    ],
    [
      "JSON in JSON",
      JSON.stringify({ all: JSON.stringify({ key: SECRET }) }),
      String.raw`{"all":"{\"key\":\"********\"}"}`,
    ],
    [
      "JSON in a form",
      new URLSearchParams({
        all: JSON.stringify({ key: SECRET }).replaceAll("/", String.raw`\/`),
        n: "1",
      }).toString(),
      "all=%7B%22key%22%3A%22********%22%7D&n=1",
    ],
    ["bytes that are no text beside it", `%ff%fe%c3${encodeURIComponent(SECRET)}%fe`, "%ff%fe%c3********%fe"],
    ["plain text, twice", `${SECRET}, ${SECRET}`, "********, ********"],
    ["a body without it", "s3cre7", "s3cre7"],
  ])("is shown masked in %s", (_title, body, expected) => {
    expect(shown(body)).toBe(expected);
  });

  it("is unchanged if it has none, and not shown at all if the secret could not be found", () => {
    const bytes = Buffer.from(SECRET, "utf16le");
    expect(shown(Buffer.concat([bytes, Buffer.from([0xd8, 0xff])]))).toBeNull();
    expect(shown(Buffer.from("secret", "utf16le"), "secret")).toBeNull();
    expect(withoutBodySecret(bytes, null)).toBe(bytes);
  });

  it.each([
    ["a long beginning of it", "x".repeat(100), "x".repeat(99).repeat(2_000).replaceAll("xx", "x x")],
    [
      "a long beginning of it, as it is",
      "google-ads-lead-of-the-firm-2026",
      "google-ads-lead-of-the-firm-2025 ".repeat(7_000),
    ],
    ["backslashes", String.raw`\\\\a`, "\\".repeat(200_000)],
    ["percent signs", "%%%%a", "%5c".repeat(80_000)],
  ])("is searched in one pass: %s", (_title, secret, body) => {
    const before = process.cpuUsage();
    shown(body, secret);
    const { user } = process.cpuUsage(before);
    expect(user / 1_000).toBeLessThan(2_000);
  });

  it("treats a secret as text, not as a pattern", () => {
    expect(shown("a.b acb", "a.b")).toBe("*** acb");
  });
});

describe("the origin of a page", () => {
  const allowedOrigins = ["https://www.example.com"];
  const check = (headers: Record<string, string>, origins = allowedOrigins) => {
    const receipt = newReceipt({ id: "id", body: Buffer.alloc(0), headers }, { signature: null });
    return () => requireAllowedOrigin(receipt, { allowedOrigins: origins });
  };

  it("is allowed when the source names it, or names none", () => {
    expect(check({ origin: "https://www.example.com" })).not.toThrow();
    expect(check({ origin: "https://evil.example" }, [])).not.toThrow();
    expect(check({})).not.toThrow();
  });

  it.each(["https://example.com", "http://www.example.com", "https://www.example.com:8443", "null"])(
    "is refused otherwise: %s",
    (origin) => {
      expect(check({ origin })).toThrow(expect.objectContaining({ code: "origin_not_allowed" }));
    },
  );

  it("is not checked if the key is in a header, which no form can set", () => {
    expect(check({ origin: "https://evil.example", authorization: "Bearer its_x" })).not.toThrow();
  });
});

const outcome = (json: unknown, acceptWhen: Condition[], testWhen: Condition[] = []) =>
  conditionOutcome(json, { acceptWhen, testWhen });

describe("a condition", () => {
  it.each<[Omit<Condition, "path">, unknown]>([
    [{ equals: "paid" }, " paid\n"],
    [{ equals: " paid " }, "paid"],
    [{ equals: "7" }, 7],
    [{ equals: 7 }, "7"],
    [{ equals: 7 }, 7],
    [{ equals: 0 }, 0],
    [{ equals: true }, "true"],
    [{ equals: "true" }, true],
    [{ equals: false }, false],
    [{ in: ["a", 2, false] }, "2"],
    [{ in: ["a", 2, false] }, false],
    [{ present: true }, 0],
    [{ present: true }, false],
    [{ present: true }, ["", "x"]],
    [{ present: true }, {}],
    [{ present: false }, ""],
    [{ present: false }, " \u200b"],
    [{ present: false }, null],
    [{ present: false }, undefined],
    [{ present: false }, []],
    [{ present: false }, ["", null, " "]],
  ])("%j holds for %j", (condition, value) => {
    expect(outcome({ a: { b: value } }, [{ path: "a.b", ...condition }])).toBeNull();
  });

  it.each<[Omit<Condition, "path">, unknown]>([
    [{ equals: "paid" }, "Paid"],
    [{ equals: "paid" }, "paid now"],
    [{ equals: 1 }, "1.0"],
    [{ equals: 1 }, true],
    [{ equals: "a" }, ["a"]],
    [{ equals: "[object Object]" }, {}],
    [{ equals: "null" }, null],
    [{ equals: "undefined" }, undefined],
    [{ in: ["a", 2] }, "b"],
    [{ in: ["a", 2] }, undefined],
    [{ present: true }, " "],
    [{ present: true }, undefined],
    [{ present: true }, [""]],
    [{ present: false }, "x"],
    [{ present: false }, 0],
  ])("%j does not hold for %j", (condition, value) => {
    expect(outcome({ a: { b: value } }, [{ path: "a.b", ...condition }])).toBe("ignored");
  });
});

describe("conditions", () => {
  const paid = { path: "status", equals: "paid" };
  const test = { path: "test", equals: true };

  it("must all hold", () => {
    const both = [paid, { path: "email", present: true }];
    expect(outcome({ status: "paid", email: "a@b.io" }, both)).toBeNull();
    expect(outcome({ status: "paid" }, both)).toBe("ignored");
    expect(outcome({ status: "paid", test: true }, [], [paid, test])).toBe("test");
    expect(outcome({ test: true }, [], [paid, test])).toBeNull();
  });

  it("accept everything, and treat nothing as a test, when there are none", () => {
    expect(outcome({}, [])).toBeNull();
    expect(outcome(["a list"], [])).toBeNull();
  });

  it("accept before they test", () => {
    expect(outcome({ test: true }, [paid], [test])).toBe("ignored");
    expect(outcome({ test: true, status: "paid" }, [paid], [test])).toBe("test");
  });
});
