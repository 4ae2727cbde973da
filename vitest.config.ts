import { defineConfig } from "vitest/config";

// A zone unlike UTC and with daylight saving time, so that code that reads the machine's zone is found out.
process.env.TZ = "Pacific/Auckland";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: "test/support/suite.ts",
    setupFiles: "test/support/function-environment.ts",
    pool: "forks",
    silent: "passed-only",
    testTimeout: 30_000,
    hookTimeout: 60_000,
    mockReset: true,
  },
});
