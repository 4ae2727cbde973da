import { describe, expect, it } from "@jest/globals";
import { handler as createSource } from "../../../functions/sources/create-source.ts";
import { handler as listSources } from "../../../functions/sources/list-sources.ts";
import { sourceRecord } from "../../../shared/sources/source.store.ts";
import { readRecord } from "../../../shared/table/read-records.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { useSource } from "../../support/use-source.ts";
import { violationFields } from "../../support/violation-fields.ts";

const MASK = "********";
const PROOF = {
  signature: { header: "Typeform-Signature", encoding: "base64", prefix: "sha256=", secret: "top-secret-1" },
  body_secret: { path: "google_key", value: "top-secret-2" },
};
const SHOWN = {
  signature: { ...PROOF.signature, algorithm: "sha256", secret: MASK },
  body_secret: { path: "google_key", value: MASK },
};

const table = useTable();
const firm = useFirm(table);
const source = useSource(firm, () => PROOF);

const stored = () => readRecord(table, sourceRecord(firm.firmId, source.id));

describe("the secrets of a source", () => {
  it("are masked in every response", async () => {
    const created = await firm.send(createSource, { body: { key: "other", name: "Other", ...PROOF } });
    const changed = await source.update({ name: "Renamed" });
    const listed = await firm.send(listSources);
    const responses = [created, changed, listed].map(({ body }) => body);
    expect(JSON.stringify([...responses, await source.shown()])).not.toContain("top-secret");
    expect(await source.shown()).toMatchObject(SHOWN);
  });

  it("stay when their mask is sent back, beside other changes", async () => {
    const { signature, body_secret } = await source.shown();
    const { body } = await source.update({
      signature: { ...signature, header: "X-Signature" },
      body_secret,
    });
    expect(body).toMatchObject({ signature: { header: "X-Signature", secret: MASK }, version: 2 });
    expect(await stored()).toMatchObject({
      signature: { header: "X-Signature", secret: "top-secret-1" },
      bodySecret: { value: "top-secret-2" },
    });
    expect((await source.update({ body_secret })).body.version).toBe(2);
  });

  it("are replaced by new ones, and removed by null", async () => {
    await source.update({ signature: { ...PROOF.signature, secret: "new" }, body_secret: null });
    expect(await stored()).toMatchObject({ signature: { secret: "new" }, bodySecret: null });
    expect((await source.update({ signature: null })).body).toMatchObject({
      signature: null,
      body_secret: null,
    });
  });

  it("cannot be set to a mask where none is stored", async () => {
    await source.update({ signature: null, body_secret: null });
    const masked = { signature: SHOWN.signature, body_secret: { path: "a", value: ` ${MASK} ` } };
    expect(violationFields(await source.update(masked))).toEqual(["signature.secret", "body_secret.value"]);
    const body = { key: "other", name: "Other", ...masked };
    expect(violationFields(await firm.send(createSource, { body }))).toEqual([
      "signature.secret",
      "body_secret.value",
    ]);
  });

  it.each<[unknown, string[]]>([
    [{ signature: {} }, ["signature.header", "signature.secret"]],
    [{ signature: { header: "a b", secret: "x" } }, ["signature.header"]],
    [{ signature: { header: "Authorization", secret: "x" } }, ["signature.header"]],
    [{ signature: { header: "cookie", secret: "x" } }, ["signature.header"]],
    [{ signature: { ...PROOF.signature, secret: " " } }, ["signature.secret"]],
    [{ body_secret: { path: "a[" } }, ["body_secret.path", "body_secret.value"]],
  ])("are refused with the field's name: %j", async (body, fields) => {
    expect(violationFields(await source.update(body))).toEqual(fields);
    expect(
      violationFields(await firm.send(createSource, { body: { key: "k", name: "N", ...(body as object) } })),
    ).toEqual(fields);
    expect((await source.shown()).version).toBe(1);
  });
});

describe("the pages of a source", () => {
  it("are normalized and without repetitions", async () => {
    const { body } = await source.update({
      allowed_origins: ["HTTPS://Www.Example.com:443/", "https://www.example.com", "http://localhost:8080"],
      redirect_url: " https://www.example.com/thanks?a=b ",
      error_redirect_url: "http://localhost:8080",
    });
    expect(body).toMatchObject({
      allowed_origins: ["https://www.example.com", "http://localhost:8080"],
      redirect_url: "https://www.example.com/thanks?a=b",
      error_redirect_url: "http://localhost:8080/",
    });
    expect(await source.shown()).toEqual(body);
    expect((await source.update({ allowed_origins: [], redirect_url: null })).body).toMatchObject({
      allowed_origins: [],
      redirect_url: null,
    });
  });

  it.each<[unknown, string[]]>([
    [{ allowed_origins: ["*"] }, ["allowed_origins[0]"]],
    [
      {
        allowed_origins: [
          "https://a.example",
          "www.example.com",
          "null",
          "https://a.example/page",
          "ftp://a.example",
        ],
      },
      ["allowed_origins[1]", "allowed_origins[2]", "allowed_origins[3]", "allowed_origins[4]"],
    ],
    [
      { allowed_origins: ["https://user@a.example", "https://a.example/?q", ""] },
      [0, 1, 2].map((n) => `allowed_origins[${n}]`),
    ],
    [{ allowed_origins: [`https://${"a.".repeat(100)}example`] }, ["allowed_origins[0]"]],
    [{ allowed_origins: [`https://${"ä.".repeat(50)}example`] }, ["allowed_origins[0]"]],
    [
      { redirect_url: "/thanks", error_redirect_url: "javascript:alert(1)" },
      ["redirect_url", "error_redirect_url"],
    ],
    [
      { redirect_url: "", error_redirect_url: `https://a.example/${"x".repeat(2_000)}` },
      ["redirect_url", "error_redirect_url"],
    ],
    [{ redirect_url: "https://a.example/\nx: y" }, ["redirect_url"]],
  ])("are refused with the field's name: %j", async (body, fields) => {
    expect(violationFields(await source.update(body))).toEqual(fields);
  });
});
