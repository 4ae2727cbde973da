import { execFileSync, spawnSync } from "node:child_process";
import { describe, expect, it } from "@jest/globals";
import { transformSync } from "esbuild";
import { codeSamples } from "../../lib/documents/openapi/code-samples.ts";
import { ENDPOINTS } from "../../shared/endpoints.ts";

const SAMPLES = ENDPOINTS.flatMap((definition) =>
  codeSamples(definition).map((sample) => ({ name: definition.name, ...sample })),
);

const sourceOf = (endpoint: string, language: string) =>
  SAMPLES.find(({ name, lang }) => name === endpoint && lang === language)?.source;

const hasPython = spawnSync("python3", ["--version"]).status === 0;

describe("the code samples", () => {
  it("show how a program calls an endpoint", () => {
    expect(sourceOf("record-payment", "bash")).toBe(
      `curl -sS "$INTAKE_URL/api/consultations/019a4a20-1f80-7d4e-8a6b-2c9d0e1f3a72/payment" \\
  -H "Authorization: Bearer $INTAKE_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{
  "paid": true,
  "amount": 150
}'`,
    );
    expect(sourceOf("record-payment", "javascript")).toContain("await intake.recordPayment({");
    expect(sourceOf("record-payment", "python")).toContain('"paid": True,');
  });

  it("walk through lists with the client", () => {
    expect(sourceOf("list-leads", "javascript")).toContain(
      "for await (const entry of intake.listLeads.items())",
    );
  });

  it("repeat creates safely", () => {
    expect(sourceOf("book-consultation", "bash")).toContain("Idempotency-Key");
    expect(sourceOf("book-consultation", "python")).toContain("Idempotency-Key");
  });

  it("have no syntax errors", () => {
    const sourcesIn = (language: string) =>
      SAMPLES.filter(({ lang }) => lang === language).map(({ source }) => source);
    execFileSync("bash", ["-n"], { input: sourcesIn("bash").join("\n") });
    for (const source of sourcesIn("javascript")) transformSync(source, { format: "esm" });
  });

  (hasPython ? it : it.skip)("are Python without mistakes of syntax", () => {
    const sources = SAMPLES.filter(({ lang }) => lang === "python").map(({ source }) => source);
    const script = "import ast, json, sys\nfor source in json.load(sys.stdin): ast.parse(source)";
    execFileSync("python3", ["-c", script], { input: JSON.stringify(sources) });
  });
});
