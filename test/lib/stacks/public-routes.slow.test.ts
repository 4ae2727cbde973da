import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "@jest/globals";
import { Template } from "aws-cdk-lib/assertions";
import * as z from "zod";
import { handler as getOpenApi } from "../../../functions/docs/get-openapi.ts";
import { handler as routeNotFound } from "../../../functions/fallback/route-not-found.ts";
import { bundleBookingPage } from "../../../lib/documents/pages/bundle-booking-page.ts";
import { bundleDeskPage } from "../../../lib/documents/pages/bundle-desk-page.ts";
import { bundleDocsPage } from "../../../lib/documents/pages/bundle-docs-page.ts";
import { floodDollars, LARGEST_ANSWERS, PUBLIC_FLOODS } from "../../../lib/documents/scale/floods.ts";
import { FALLBACK_KEY, PUBLIC_INSTANCES } from "../../../lib/stacks/throttles.ts";
import { routeMethodsOf } from "../../../shared/api/endpoint-definition.ts";
import { ENDPOINTS } from "../../../shared/endpoints.ts";
import { PUBLIC_PATHS } from "../../../shared/routes.ts";
import { httpEvent, lambdaContext } from "../../support/http-call.ts";
import { stackTemplate } from "../../support/suite-resources.ts";

const directory = mkdtempSync(join(tmpdir(), "intake-public-"));
afterAll(() => rmSync(directory, { recursive: true }));

const template = Template.fromJSON(JSON.parse(stackTemplate()));
const stage = z
  .object({ DependsOn: z.array(z.string()), Properties: z.object({ RouteSettings: z.unknown() }) })
  .parse(Object.values(template.findResources("AWS::ApiGatewayV2::Stage"))[0]);
const settings = z
  .record(z.string(), z.object({ ThrottlingRateLimit: z.number(), ThrottlingBurstLimit: z.number() }))
  .parse(stage.Properties.RouteSettings);
const routes = Object.entries(template.findResources("AWS::ApiGatewayV2::Route"));

/** Assumed, as in the model of a flood: the time of a warm request. */
const WARM_SECONDS = 0.03;

/** Assumed: the headers of an answer. */
const HEADERS_BYTES = 500;

/** The sizes of the largest answers: of the page uncompressed, of its files compressed. */
const answersOf = (name: string, bundle: (directory: string) => void) => {
  const folder = join(directory, name);
  bundle(folder);
  const files = readdirSync(folder).filter((file) => file.endsWith(".gz"));
  const bytes = (file: string) => readFileSync(join(folder, file));
  const others = files.filter((file) => basename(file) !== "index.html.gz");
  return {
    page: gunzipSync(bytes("index.html.gz")).byteLength,
    file: Math.max(...others.map((file) => bytes(file).byteLength)),
  };
};

describe("the public routes", () => {
  it("answer with at most as many bytes as the model of a flood says", async () => {
    const document = await getOpenApi(httpEvent(), lambdaContext());
    const unknown = await routeNotFound(
      { ...httpEvent(), rawPath: `/api/leeds/${"x".repeat(8_000)}` },
      lambdaContext(),
    );
    const [docs, book] = [answersOf("docs", bundleDocsPage), answersOf("book", bundleBookingPage)];
    const desk = answersOf("desk", bundleDeskPage);
    const answers = {
      "/api/openapi.json": Buffer.from(document.body ?? "", "base64").byteLength,
      "/api/docs": docs.page,
      "/api/docs/{file}": docs.file,
      "/book": book.page,
      "/book/{file}": book.file,
      "/desk": desk.page,
      "/desk/{file}": desk.file,
      $default: Buffer.byteLength(unknown.body ?? ""),
    };
    const larger = Object.entries(LARGEST_ANSWERS).filter(
      ([path, bytes]) => !(Object(answers)[path] + HEADERS_BYTES <= bytes),
    );
    expect(larger).toEqual([]);
  });

  it("have a throttle, by which each costs at most $10 an hour, however it is flooded", () => {
    const floods = PUBLIC_FLOODS.map(({ route }) => route);
    expect(Object.keys(settings).toSorted()).toEqual(floods.toSorted());
    const dear = PUBLIC_FLOODS.filter(({ route, bytes }) => {
      const rate = settings[route]?.ThrottlingRateLimit ?? Infinity;
      return !(floodDollars({ route, bytes, rate }) <= 10);
    });
    expect(dear).toEqual([]);
  });

  it.each(Object.entries({ ...PUBLIC_PATHS, "route-not-found": [FALLBACK_KEY] }))(
    "have instances of %s for a warm flood at its throttles",
    (name, paths: readonly string[]) => {
      const floods = PUBLIC_FLOODS.filter(({ route }) => paths.includes(route.split(" ").at(-1) ?? ""));
      const rate = floods.reduce((sum, flood) => sum + flood.rate, 0);
      expect(rate).toBeGreaterThan(0);
      expect(PUBLIC_INSTANCES[name]).toBeGreaterThan(WARM_SECONDS * rate);
    },
  );

  it("are all routes that need no key", () => {
    const keyed = ENDPOINTS.flatMap((each) => routeMethodsOf(each).map((method) => `${method} ${each.path}`));
    const keys = routes.map(([, { Properties }]) => Properties.RouteKey);
    expect(keys.filter((key) => !keyed.includes(key)).toSorted()).toEqual(Object.keys(settings).toSorted());
  });

  it("are throttled by keys of routes that exist before the stage", () => {
    const keysById = new Map(routes.map(([id, { Properties }]) => [id, Properties.RouteKey]));
    const before = stage.DependsOn.map((id) => keysById.get(id)).filter(Boolean);
    expect(Object.keys(settings).toSorted()).toEqual(before.toSorted());
  });
});
