import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "@jest/globals";
import { Template } from "aws-cdk-lib/assertions";
import * as z from "zod";
import { handler as getOpenApi } from "../../../functions/docs/get-openapi.ts";
import { bundleBookingPage } from "../../../lib/documents/pages/bundle-booking-page.ts";
import { bundleDocsPage } from "../../../lib/documents/pages/bundle-docs-page.ts";
import { floodDollarsPerHour } from "../../../lib/documents/scale/cost.ts";
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
  it("cost at most $10 an hour each, however they are flooded", async () => {
    const document = await getOpenApi(httpEvent(), lambdaContext());
    const [docs, book] = [answersOf("docs", bundleDocsPage), answersOf("book", bundleBookingPage)];
    const answers: Readonly<Record<string, number>> = {
      "/api/openapi.json": Buffer.from(document.body ?? "", "base64").byteLength,
      "/api/docs": docs.page,
      "/api/docs/{file}": docs.file,
      "/book": book.page,
      "/book/{file}": book.file,
    };
    const paths = Object.values(PUBLIC_PATHS).flat();
    expect(Object.keys(answers).toSorted()).toEqual(paths.toSorted());
    const dear = paths.filter((path) => {
      const rate = settings[`GET ${path}`]?.ThrottlingRateLimit ?? Infinity;
      return !(floodDollarsPerHour(rate, answers[path] ?? Infinity) <= 10);
    });
    expect(dear).toEqual([]);
  });

  it("are throttled by keys of routes that exist before the stage", () => {
    const keysById = new Map(routes.map(([id, { Properties }]) => [id, Properties.RouteKey]));
    const before = stage.DependsOn.map((id) => keysById.get(id)).filter(Boolean);
    expect(Object.keys(settings).toSorted()).toEqual(before.toSorted());
  });
});
