import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
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

const COMMONJS = `
const { createIntakeClient, IntakeNetworkError } = require("@intake/client");
const { verifyWebhook } = require("@intake/client/webhooks");

const intake = createIntakeClient({ baseUrl: "http://127.0.0.1:1", apiKey: "itk_test", maxRetries: 0 });
intake.getMe().catch((error) => console.log(error instanceof IntakeNetworkError, typeof verifyWebhook));
`;

/** Returns the same program without a top-level `await`, which CommonJS does not have. */
const inFunction = (program: string) => {
  const statements = program.split("\n");
  const isOutside = (line: string) => /^(im|ex)port /.test(line);
  const inside = statements.filter((line) => !isOutside(line)).join("\n");
  return `${statements.filter(isOutside).join("\n")}\nexport const run = async () => {${inside}};`;
};

/** The ways in which a program may find its modules: the name of its file, and the options of the compiler. */
const RESOLUTIONS: readonly (readonly [string, string, string])[] = [
  ["an ES module under nodenext", "program.mts", "--module nodenext"],
  ["CommonJS under nodenext", "program.cts", "--module nodenext"],
  ["an ES module under node16", "program.mts", "--module node16"],
  ["CommonJS under node16", "program.cts", "--module node16"],
  ["a bundler", "program.ts", "--module esnext --moduleResolution bundler"],
];

/** Wrong endings of the same program, and the compiler's message for each. */
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
    const others = readdirSync(join(installed, "dist"), { recursive: true }).filter(
      (name) => !/\.d\.ts$|\.js$/.test(String(name)),
    );
    expect(others.sort()).toEqual(["cjs", "cjs/package.json"]);
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

  it("works in CommonJS", () => {
    const script = join(directory, "script.cjs");
    writeFileSync(script, COMMONJS);
    expect(execFileSync(process.execPath, [script], { encoding: "utf8" }).trim()).toBe("true function");
  });

  it.each(RESOLUTIONS)("has types that a strict program compiles with: %s", (_, file, options) => {
    const program = file.endsWith(".mts") ? TYPESCRIPT : inFunction(TYPESCRIPT);
    expect(compile(program, file, options)).toEqual({ status: 0, stdout: "" });
  });

  it("has types at the paths that compilers without `exports` read", () => {
    const { main, types, typesVersions } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
    for (const path of [main, types, ...typesVersions["*"].webhooks]) {
      expect([path, existsSync(join(installed, path))]).toEqual([path, true]);
    }
  });

  it.each(MISTAKES)("does not compile with %s", (_, mistake, message) => {
    const { status, stdout } = compile(TYPESCRIPT + mistake);
    expect(status).not.toBe(0);
    expect(stdout).toMatch(message);
    expect(stdout.match(/error TS/g)).toHaveLength(1);
  });
});

const compile = (program: string, file = "program.mts", resolution = "--module nodenext") => {
  writeFileSync(join(directory, file), program);
  const options = `--noEmit --strict --target es2022 --types node ${resolution}`.split(" ");
  const { status, stdout } = spawnSync(TSC, [...options, file], { cwd: directory, encoding: "utf8" });
  return { status, stdout };
};
