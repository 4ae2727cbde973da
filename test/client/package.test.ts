import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "@jest/globals";
import { installPackedClient } from "../support/packed-client.ts";

const TSC = join(import.meta.dirname, "../../node_modules/.bin/tsc");

const JAVASCRIPT = `
import { createIntakeClient, IntakeNetworkError } from "@intake/client";
import { verifyWebhook, WebhookVerificationError } from "@intake/client/webhooks";

const intake = createIntakeClient({ baseUrl: "http://127.0.0.1:1", apiKey: "itk_test", maxRetries: 0 });
const refused = await intake.getMe().catch((error) => error);
const forged = await Promise.resolve({ secret: "whsec_c2VjcmV0", headers: {}, body: "{}" }).then(verifyWebhook).catch((error) => error);
console.log(refused instanceof IntakeNetworkError, forged instanceof WebhookVerificationError);
`;

const TYPESCRIPT = `
import { createIntakeClient, IntakeApiError, type Lead } from "@intake/client";
import { verifyWebhook } from "@intake/client/webhooks";

const intake = createIntakeClient({ baseUrl: "http://127.0.0.1:1", apiKey: "itk_test" });
const lead: Lead = await intake.createLead({ body: { first_name: "Dana", last_name: "Doe", source: "form", phone: "1" } });
for await (const { start_at } of intake.listConsultations.items({ query: { lead: lead.id } })) start_at.slice();
for await (const event of intake.followEvents()) if (event.type === "consultation.booked") event.data.start_at.slice();
const event = verifyWebhook({ secret: "", headers: new Headers(), body: "" });
if (event.type === "lead.created") event.data.first_name.slice();
export const isTaken = (error: IntakeApiError) => error.code === "slot_unavailable";
`;

/** Ends of the same program that are wrong, and the compiler's message for each. */
const MISTAKES: readonly (readonly [string, string, RegExp])[] = [
  [
    "a code that the API does not have",
    'export const isTeapot = (error: IntakeApiError) => error.code === "teapot";',
    /error TS2367:.*"teapot"/,
  ],
  [
    "a lead without a source",
    'await intake.createLead({ body: { first_name: "Dana", last_name: "Doe" } });',
    /error TS2741: Property 'source' is missing/,
  ],
];

let directory: string;
let installed: string;

beforeAll(() => {
  ({ directory, installed } = installPackedClient());
});

describe("the package of the client", () => {
  it("has the compiled client, its types and a README, and nothing else", () => {
    expect(readdirSync(installed).sort()).toEqual(["README.md", "dist", "package.json"]);
    const modules = readdirSync(join(installed, "dist")).filter((name) => !/\.d\.ts$|\.js$/.test(name));
    expect(modules).toEqual([]);
  });

  it("depends on a package for webhooks only", () => {
    const modules = readdirSync(join(installed, "dist")).filter((name) => name.endsWith(".js"));
    const imports = modules.flatMap((name) =>
      [
        ...readFileSync(join(installed, "dist", name), "utf8").matchAll(
          /^(?:im|ex)port .*from "([^."].*)"/gm,
        ),
      ].map(([, specifier]) => `${name}: ${specifier}`),
    );
    expect(imports).toEqual(["webhooks.js: standardwebhooks"]);
  });

  it("works in JavaScript on plain Node", () => {
    const script = join(directory, "script.mjs");
    writeFileSync(script, JAVASCRIPT);
    expect(execFileSync(process.execPath, [script], { encoding: "utf8" }).trim()).toBe("true true");
  });

  it("has types that a strict program compiles with", () => {
    expect(compile(TYPESCRIPT)).toEqual({ status: 0, stdout: "" });
  });

  it.each(MISTAKES)("does not compile with %s", (_, mistake, message) => {
    const { status, stdout } = compile(TYPESCRIPT + mistake);
    expect(status).not.toBe(0);
    expect(stdout).toMatch(message);
    expect(stdout.match(/error TS/g)).toHaveLength(1);
  });
});

const compile = (program: string) => {
  writeFileSync(join(directory, "package.json"), '{"type":"module"}');
  writeFileSync(join(directory, "program.ts"), program);
  const options = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2022", "--types", "node"];
  const { status, stdout } = spawnSync(TSC, [...options, "program.ts"], { cwd: directory, encoding: "utf8" });
  return { status, stdout };
};
