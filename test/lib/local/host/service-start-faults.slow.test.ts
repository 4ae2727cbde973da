import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "@jest/globals";
import { databaseProcesses, killSpawned, START, spawnService } from "../../../e2e/spawned-service.ts";

const root = mkdtempSync(join(tmpdir(), "intake-faults-"));
const servers = new Set<{ close(): void }>();

afterAll(() => {
  killSpawned();
  for (const server of servers) server.close();
  rmSync(root, { recursive: true, force: true });
});

/** Starts a service that must fail, and returns what it printed on stderr: its order with stdout is not certain. */
const failingStart = async (directory: string, environment: NodeJS.ProcessEnv = {}) => {
  const service = spawnService(START, directory, environment);
  const code = await service.ended();
  const output = service.output();
  const processes = databaseProcesses(directory);
  // compares the output with itself, so that a failure shows it
  expect({ code, processes, output }).toEqual({ code: 1, processes: [], output });
  return service.errorOutput();
};

const folder = (name: string) => {
  const directory = join(root, name);
  mkdirSync(directory, { recursive: true });
  return directory;
};

/** An executable that stands in for Java. */
const fakeJava = (name: string, script: string) => {
  const directory = folder(name);
  writeFileSync(join(directory, "java"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return { PATH: directory };
};

const listen = async (host: string) => {
  const server = createServer().listen(0, host);
  servers.add(server);
  await new Promise((resolve) => server.once("listening", resolve));
  return Object(server.address()).port;
};

describe("a failing start explains the cause in one sentence", () => {
  it.concurrent("a port that is taken", async () => {
    const port = await listen("127.0.0.1");
    const output = await failingStart(folder("port"), { PORT: String(port) });
    expect(output).toBe(`Port ${port} is taken: choose another with PORT.\n`);
  });

  it.concurrent("an invalid port", async () => {
    expect(await failingStart(folder("no-port"), { PORT: "http" })).toMatch(/^PORT .*\n$/);
  });

  it.concurrent("a missing Java", async () => {
    const output = await failingStart(folder("no-java"), { PATH: folder("empty") });
    expect(output).toMatch(/^Java is missing: install Java 17 or newer\.\n$/);
  });

  it.concurrent("an old Java", async () => {
    const old = fakeJava("old-java", "echo 'java.lang.UnsupportedClassVersionError' >&2; exit 1");
    expect(await failingStart(folder("with-old-java"), old)).toMatch(
      /^The installed Java is older than 17\.\n$/,
    );
  });

  it.concurrent("another service on the folder", async () => {
    const directory = folder("shared");
    const first = spawnService(START, directory);
    await first.printed(/^Starting Intake/);
    const second = spawnService(START, directory);
    expect(await second.ended()).toBe(1);
    expect(second.output()).toMatch(/^A service \(process \d+\) already runs on .*: stop it first\..*\n$/);
    expect(databaseProcesses(directory)).not.toEqual([]);
  });
});
