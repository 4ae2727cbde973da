import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, it } from "@jest/globals";
import { processExists } from "../../../../lib/local/host/shutdown.ts";
import { killSpawned, spawnService } from "../../../e2e/spawned-service.ts";
import { eventually } from "../../../support/eventually.ts";

const directory = mkdtempSync(join(tmpdir(), "intake-shutdown-"));
const shutdownModule = join(import.meta.dirname, "../../../../lib/local/host/shutdown.ts");

afterAll(() => {
  killSpawned();
  rmSync(directory, { recursive: true });
});

const writeScript = (name: string, shutDown: string) => {
  const file = join(directory, `${name}.ts`);
  writeFileSync(
    file,
    `import { shutDownOnRequest } from ${JSON.stringify(shutdownModule)};
     shutDownOnRequest(async () => { ${shutDown} });
     setInterval(() => {}, 1_000);
     console.log("pid", process.pid);`,
  );
  return [process.execPath, "--import", "tsx", file];
};

/** Starts a process that runs the given code when a shutdown is requested. */
const start = async (name: string, shutDown: string, wrap = (command: string[]) => command) => {
  const service = spawnService(wrap(writeScript(name, shutDown)), directory, {
    npm_lifecycle_event: "start",
  });
  const [, pid] = await service.printed(/pid (\d+)/);
  return { ...service, pid: Number(pid) };
};

describe("shutDownOnRequest", () => {
  it.concurrent.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "runs the shutdown once on repeated %s, and exits with 0",
    async (signal) => {
      const service = await start(signal, `console.log("ended");`);
      process.kill(service.pid, signal);
      process.kill(service.pid, signal);
      expect(await service.ended()).toBe(0);
      expect(service.output()).toBe(`pid ${service.pid}\nended\n`);
    },
  );

  it.concurrent("exits at once on a later signal", async () => {
    const service = await start("hanging", `console.log("ending"); await new Promise(() => {});`);
    process.kill(service.pid, "SIGINT");
    await service.printed(/ending/);
    await sleep(700);
    expect(service.child.exitCode).toBeNull();
    process.kill(service.pid, "SIGINT");
    expect(await service.ended()).toBe(0);
  });

  it.concurrent("shuts down when the process that started it through a shell has ended", async () => {
    const inShell = (command: string[]) => {
      const npm = `require("node:child_process").spawn("sh", ["-c", ${JSON.stringify(`${command.join(" ")}; true`)}], { stdio: "inherit" })`;
      return [process.execPath, "-e", npm];
    };
    const service = await start("orphan", "", inShell);
    service.child.kill("SIGKILL");
    await eventually(() => processExists(service.pid)).toBe(false);
  });
});
