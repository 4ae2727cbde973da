import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { compile } from "@jmespath-community/jmespath";
import { Template } from "aws-cdk-lib/assertions";
import { pascalCase } from "../../../lib/stacks/constructs/intake-api.ts";
import { UNWATCHED } from "../../../lib/stacks/deployment/rollback-alarms.ts";
import { LOG_FIELDS, unknownLogFields } from "../../support/log-fields.ts";
import { stackTemplate } from "../../support/suite-resources.ts";

const DOCS = join(import.meta.dirname, "../../../docs");
const runbooks = readFileSync(join(DOCS, "runbooks.md"), "utf8");
const guide = `${readFileSync(join(DOCS, "operations.md"), "utf8")}${runbooks}`;
const template = Template.fromJSON(JSON.parse(stackTemplate()));
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, match = ""]) => match);

describe("every query of a command of the AWS CLI", () => {
  const texts = readdirSync(DOCS)
    .filter((name) => name.endsWith(".md"))
    .map((name) => readFileSync(join(DOCS, name), "utf8"));
  const queries = texts.flatMap((text) =>
    [/--query "([^"]+)"/g, /--query '([^']+)'/g, /--query (\w+)/g].flatMap((pattern) =>
      matches(text, pattern),
    ),
  );

  it.each(queries)("%s is valid JMESPath", (query) => {
    expect(queries.length).toBeGreaterThan(3);
    expect(() => compile(query)).not.toThrow();
  });
});

describe("every command that deploys a stage by hand", () => {
  const commands = matches(guide, /(npx cdk deploy \S+ --app cdk\.out[^`\n]*)/g);

  it.each(commands)("%s ends the watch of the last deployment's alarms", (command) => {
    expect(commands.length).toBeGreaterThan(1);
    expect(command).toContain(UNWATCHED.join(" "));
  });
});

describe("every query of the log", () => {
  const [definitions = ""] = matches(runbooks, /^(STACK=.*?)^```/gms);
  const commands = matches(guide, /`((?:insights|counts|crashes) [^`]+)`/g);
  const script = `aws() { :; }\n${definitions}\ninsights() { printf '%s\\0' "$1"; }\n${commands.join("\n")}`;
  const queries = execFileSync("bash", ["-euc", script], { encoding: "utf8" }).split("\0").slice(0, -1);

  it("is a command's", () => {
    expect(queries.length).toBeGreaterThan(10);
    expect(queries).toHaveLength(commands.length);
  });

  it.each(queries)("%s uses fields that the log's lines have", (query) => {
    expect(unknownLogFields(query)).toEqual([]);
  });

  it.each(queries)("%s names messages and functions that exist", (query) => {
    for (const message of matches(query, /message\.message = "(\w+)"/g))
      expect([...LOG_FIELDS.keys()]).toContain(message);
    const listed = matches(query, /message\.function (?:=|in) (.+?\]|"[\w-]+")/g).join();
    const named = [...matches(listed, /"([\w-]+)"/g).map(pascalCase), ...matches(query, /like \/(\w+)\//g)];
    const functions = Object.keys(template.findResources("AWS::Lambda::Function"));
    for (const name of named) expect(functions.filter((id) => id.includes(name))).toHaveLength(1);
  });

  it("may use a request's function and duration, but only of requests that succeed", () => {
    expect(
      unknownLogFields('filter message.message = "request_handled" | stats max(message.milliseconds)'),
    ).toEqual([]);
    expect(
      unknownLogFields('filter message.message = "request_failed" | stats max(message.milliseconds)'),
    ).toEqual(["milliseconds"]);
    expect(unknownLogFields("stats count() by message.endpoint")).toEqual(["endpoint"]);
  });
});

describe("the command that queries the log", () => {
  const [declaration = ""] = matches(guide, /^(insights\(\) \{.*?^\})/gms);
  /** Answers as the CLI does: a query runs for a while. */
  const AWS = `aws() {
    case "$*" in
      *start-query*) echo "$*" >&2; echo id ;;
      *"--query status"*) n=$(cat "$STATE" 2>/dev/null || echo 0); echo $((n + 1)) >"$STATE"; [ "$n" -lt 2 ] && echo Running || echo Complete ;;
      *get-query-results*) echo "rows after $(cat "$STATE") polls" ;;
    esac
  }`;
  const ask = (args: string) =>
    execFileSync(
      "bash",
      [
        "-c",
        `STATE=$(mktemp -u); sleep() { :; }; date() { echo 360000; }; ${AWS}\n${declaration}\ninsights ${args} 2>&1`,
      ],
      { encoding: "utf8" },
    );

  it("waits until the query is complete", () => {
    expect(ask("'fields @message'")).toContain("rows after 3 polls");
  });

  it.each([
    ["'fields @message'", 356_400],
    ["'fields @message' 30", 252_000],
  ])("%s begins at %i", (args, start) => {
    expect(ask(args)).toContain(`--start-time ${start} --end-time 360000`);
  });
});

it("the runbooks begin with the first checks and with taking a deployment back", () => {
  const [, first = ""] = runbooks.split(/^## /m);
  for (const part of [
    "operator -- doctor",
    "Automatic dashboards",
    "(operations.md#back-to-an-earlier-version)",
  ])
    expect(first).toContain(part);
});
