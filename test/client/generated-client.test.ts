import { readFileSync } from "node:fs";
import { expect, it } from "@jest/globals";
import clientPackageJson from "../../client/package.json" with { type: "json" };
import { API_VERSION } from "../../client/src/generated.ts";
import { GENERATED_CLIENT } from "../../lib/documents/client/client-package.ts";
import { clientSource } from "../../lib/documents/client/client-source.ts";
import packageJson from "../../package.json" with { type: "json" };
import { LATEST_API_VERSION } from "../../shared/api/request-headers.ts";

it("equals the committed client, which `npm run client` writes", () => {
  const isCurrent = clientSource() === readFileSync(GENERATED_CLIENT, "utf8");
  expect(isCurrent).toBe(true);
});

it("has the latest version of the API, and so has the package", () => {
  expect(API_VERSION).toBe(LATEST_API_VERSION);
  expect(clientPackageJson.version.split(".")[0]).toBe(LATEST_API_VERSION.replaceAll("-", ""));
});

it("has the license and the verification of the service", () => {
  expect(clientPackageJson.license).toBe(packageJson.license);
  const { standardwebhooks } = packageJson.dependencies;
  expect(clientPackageJson.dependencies).toEqual({ standardwebhooks });
});
