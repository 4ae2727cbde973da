import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, it } from "@jest/globals";
import { exists } from "../../../../lib/local/host/process-end.ts";
import { killSpawned, spawnService } from "../../../e2e/spawned-service.ts";
import { eventually } from "../../../support/eventually.ts";

const directory = mkdtempSync(join(tmpdir(), "intake-end-"));
const processEnd = join(import.meta.dirname, "../../../../lib/local/host/process-end.ts");

afterAll(() => {
  killSpawned();
  rmSync(directory, { recursive: true });
});

const scriptOf = (name: string, end: string) => {
  const file = join(directory, `${name}.ts`);
  writeFileSync(
    file,
    `import { endOnRequest } from ${JSON.stringify(processEnd)};
     endOnRequest(async () => { ${end} });
     setInterval(() => {}, 1_000);
     console.log("pid", process.pid);`,
  );
  return [process.execPath, "--import", "tsx", file];
};

/** Starts a process that ends this way when it is asked to. */
const start = async (name: string, end: string, wrap = (command: string[]) => command) => {
  const service = spawnService(wrap(scriptOf(name, end)), directory, { npm_lifecycle_event: "start" });
  const [, pid] = await service.printed(/pid (\d+)/);
  return { ...service, pid: Number(pid) };
};

describe("endOnRequest", () => {
  it.concurrent.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "ends in order at %s, and reports success",
    async (signal) => {
      const service = await start(signal, `console.log("ended");`);
      process.kill(service.pid, signal);
      process.kill(service.pid, signal);
      expect(await service.ended()).toBe(0);
      expect(service.output()).toMatch(/ended\n$/);
    },
  );

  it.concurrent("waits no longer at a later signal", async () => {
    const service = await start("hanging", `console.log("ending"); await new Promise(() => {});`);
    process.kill(service.pid, "SIGINT");
    await service.printed(/ending/);
    await sleep(700);
    expect(service.child.exitCode).toBeNull();
    process.kill(service.pid, "SIGINT");
    expect(await service.ended()).toBe(0);
  });

  it.concurrent("ends when the process that started it through a shell is gone", async () => {
    const inShell = (command: string[]) => {
      const npm = `require("node:child_process").spawn("sh", ["-c", ${JSON.stringify(`${command.join(" ")}; true`)}], { stdio: "inherit" })`;
      return [process.execPath, "-e", npm];
    };
    const service = await start("orphan", "", inShell);
    service.child.kill("SIGKILL");
    await eventually(() => exists(service.pid), { timeout: 3_000 }).toBe(false);
  });
});
