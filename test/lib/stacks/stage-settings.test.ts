import { describe, expect, it } from "@jest/globals";
import { checkSettings, type StageSettings } from "../../../lib/stacks/stage-settings.ts";
import { DOMAIN, EDGE, PROBE } from "../../support/stage-options.ts";

const { isOriginChecked: _, ...UNCHECKED } = EDGE;
const API_HOST = "a1b2.execute-api.us-east-1.amazonaws.com";

const probeOf = (host: string) => ({ ...PROBE, baseUrl: `https://${host}` });

describe("the settings of a stage are refused with", () => {
  it.each<[string, StageSettings, string]>([
    ["more minutes of monitoring than a rollback has", { monitoringMinutes: 181 }, "monitoringMinutes"],
    ["a negative number of minutes", { monitoringMinutes: -1 }, "monitoringMinutes"],
    ["a quota of no executions", { concurrencyQuota: 0 }, "concurrencyQuota"],
    [
      "a probe of another host than the domain",
      { domain: DOMAIN, probe: probeOf("other.example.org") },
      `https://${DOMAIN.name}`,
    ],
    [
      "a probe of another host than CloudFront's",
      { domain: DOMAIN, edge: UNCHECKED, probe: probeOf("other.example.org") },
      `https://${EDGE.domainName} or https://${DOMAIN.name}`,
    ],
    [
      "a probe of the origin that takes only what comes through CloudFront",
      { domain: DOMAIN, edge: EDGE, probe: probeOf(DOMAIN.name) },
      `https://${EDGE.domainName}`,
    ],
  ])("%s", (_name, settings, reason) => {
    expect(() => checkSettings(settings)).toThrow(reason);
  });
});

describe("the settings of a stage are accepted with", () => {
  it.each<[string, StageSettings]>([
    ["no monitoring", { monitoringMinutes: 0 }],
    ["the longest monitoring", { monitoringMinutes: 180 }],
    ["a probe of any host where the stage has none", { probe: PROBE }],
    ["a probe of CloudFront", { domain: DOMAIN, edge: EDGE, probe: PROBE }],
    [
      "a probe of the domain while callers move to CloudFront",
      { domain: DOMAIN, edge: UNCHECKED, probe: probeOf(DOMAIN.name) },
    ],
    [
      "a probe of the API's own host while callers move to CloudFront",
      { edge: { ...UNCHECKED, originDomain: API_HOST }, probe: probeOf(API_HOST) },
    ],
  ])("%s", (_name, settings) => {
    expect(() => checkSettings(settings)).not.toThrow();
  });
});
