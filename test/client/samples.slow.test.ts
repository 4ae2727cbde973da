import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { codeSamples } from "../../lib/documents/openapi/code-samples.ts";
import { readGuides } from "../../lib/documents/pages/guides.ts";
import { ENDPOINTS } from "../../shared/endpoints.ts";
import { installPackedClient } from "../support/packed-client.ts";

const ROOT = join(import.meta.dirname, "../..");

/** What the samples leave to their reader. */
const READERS_OWN = `
import type { BookConsultationBody, Consultation, createIntakeClient, IntakeEvent, Lead } from "@intake/client";
import type { IncomingMessage } from "node:http";

declare global {
  const intake: ReturnType<typeof createIntakeClient>;
  const lead: Lead;
  const body: BookConsultationBody;
  const event: IntakeEvent;
  const signal: AbortSignal;
  const request: IncomingMessage;
  const rawBody: Buffer;
  const store: (consultations: Consultation[]) => Promise<void>;
  const loadPosition: () => Promise<string | null>;
  const savePosition: (position: string | null) => Promise<void>;
  const remind: (startAt: string) => Promise<void>;
  const offer: (starts: readonly string[] | null) => void;
  const phones: Readonly<Record<string, string>>;
  const show: (details: readonly { field: string; message: string }[] | null) => void;
  const sendText: (phone: string, text: string, options?: { idempotencyKey: string }) => Promise<void>;
}
`;

/** A function around a sample takes its \`return\`; imports stay outside. */
const toModule = (sample: string) => {
  const lines = sample.split("\n");
  const isImport = (line: string) => line.startsWith("import ");
  const statements = lines.filter((line) => !isImport(line)).join("\n");
  return `${lines.filter(isImport).join("\n")}\nexport const run = async () => {\n${statements}\n};\n`;
};

const guides = { ...readGuides(), "client.md": readFileSync(join(ROOT, "client/README.md"), "utf8") };

const samplesOfGuides = Object.entries(guides).flatMap(([guide, text]) =>
  [...text.matchAll(/^```(?:ts|js)\n(.*?)^```/gms)].map(
    ([, sample = ""], index) => [`${guide.replace(".md", "")}-${index + 1}`, sample] as const,
  ),
);

const samplesOfDocument = ENDPOINTS.flatMap((definition) =>
  codeSamples(definition)
    .filter(({ lang }) => lang === "javascript")
    .map(({ source }) => [definition.name, source] as const),
);

it("the samples of the guides, of the client and of the document compile under strict", () => {
  expect(samplesOfGuides.length).toBeGreaterThan(7);
  const { directory } = installPackedClient();
  writeFileSync(join(directory, "readers-own.d.ts"), READERS_OWN);
  const files = [...samplesOfGuides, ...samplesOfDocument].map(([name, sample]) => {
    writeFileSync(join(directory, `${name}.mts`), toModule(sample));
    return `${name}.mts`;
  });
  const options = "--noEmit --strict --lib es2024 --module nodenext --types node readers-own.d.ts".split(" ");
  const tsc = join(ROOT, "node_modules/.bin/tsc");
  const { stdout } = spawnSync(tsc, [...options, ...files], { cwd: directory, encoding: "utf8" });
  expect(stdout).toBe("");
});
