import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import * as z from "zod/mini";
import { endpointsSource } from "../lib/documents/openapi/endpoints-source.ts";
import { eventExamplesSource } from "../lib/documents/openapi/event-examples-source.ts";
import { pathsSource } from "../lib/documents/openapi/paths-source.ts";
import { ENDPOINTS } from "../shared/endpoints.ts";

const ROOT = join(import.meta.dirname, "..");

const filesOf = (folder: string) => readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" });

const FUNCTIONS = filesOf("functions")
  .filter((file) => file.endsWith(".ts") && !file.endsWith(".consumer.ts"))
  .map((file) => ({ folder: dirname(file), name: basename(file, ".ts") }));

/** The rows of the endpoints, with the folders of `shared/` that they stand in. */
const ROWS = filesOf("shared")
  .filter((file) => file.endsWith(".contract.ts"))
  .flatMap((file) =>
    [
      ...readFileSync(join(ROOT, "shared", file), "utf8").matchAll(/defineEndpoint\(\{\s+name: "([^"]+)"/g),
    ].map(([, name]) => ({ folder: dirname(file), name })),
  );

/** Functions of the edge, of the probe and of routes without a key. */
const OTHERS = [
  "authorize-origin",
  "probe-api",
  "route-not-found",
  "get-openapi",
  "get-docs",
  "get-booking-page",
  "get-desk-page",
];

const pathOf = ({ folder, name = "" }: (typeof ROWS)[number]) => `${folder}/${name}`;

describe("the endpoints", () => {
  it.each([
    ["endpoints.ts", endpointsSource],
    ["paths.ts", pathsSource],
    ["webhooks/event-examples.ts", eventExamplesSource],
  ])("are those of the contracts in %s, which `npm run openapi` writes", (file, source) => {
    const committed = readFileSync(join(ROOT, "shared", file), "utf8");
    expect(committed).toBe(source());
  });

  it("are all functions except the consumers of events and schedules", () => {
    const names = FUNCTIONS.map(({ name }) => name);
    expect(names.toSorted()).toEqual([...ENDPOINTS.map(({ name }) => name), ...OTHERS].toSorted());
  });

  it("have their function in the folder of the name that their row's folder has", () => {
    expect(ROWS).toHaveLength(ENDPOINTS.length);
    const functions = FUNCTIONS.filter(({ name }) => !OTHERS.includes(name));
    expect(new Set(functions.map(pathOf))).toEqual(new Set(ROWS.map(pathOf)));
  });

  it("have names and routes of their own", () => {
    const routes = ENDPOINTS.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(routes).size).toBe(ENDPOINTS.length);
    expect(new Set(ENDPOINTS.map(({ name }) => name)).size).toBe(ENDPOINTS.length);
  });

  it("mark as required no field that may be left out, also when it is blank", () => {
    const wrong = ENDPOINTS.flatMap(({ name, body }) => {
      const schema = body?.() as z.ZodMiniObject | undefined;
      const optional = Object.entries(schema?.shape ?? {}).filter(([, field]) => field._zod.optin);
      return optional
        .filter(([, field]) =>
          z.core.safeParse(field, "").error?.issues.some(({ message }) => message === "is required"),
        )
        .map(([field]) => `${name} ${field}`);
    });
    expect(wrong).toEqual([]);
  });
});
