import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "@jest/globals";
import { lockFolder } from "../../../../lib/local/host/service-lock.ts";

const directory = mkdtempSync(join(tmpdir(), "intake-lock-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

it("a removal of the folder is noticed even if the service creates it again and publishes its addresses", async () => {
  const lock = await lockFolder(directory);
  lock.publish({ base_url: "http://localhost" });
  expect(readFileSync(join(directory, "service.json"), "utf8")).toContain("http://localhost");
  rmSync(directory, { recursive: true });
  mkdirSync(directory);
  lock.publish({ base_url: "http://localhost" });
  expect(await lock.removed).toContain(`The data folder ${directory} was removed`);
  lock.release();
});
