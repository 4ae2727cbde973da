import type {
  BackupCopySettings,
  Domain,
  Edge,
  Probe,
  StageSettings,
} from "../../lib/stacks/stage-settings.ts";
import { STAGES } from "../../lib/stacks/stages.ts";

const { domain: _domain, edge: _edge, probe: _probe, backupCopies: _copies, ...plain } = STAGES.staging;

/** The settings of a stage that keeps state and has no host of its own, no probe and no copies elsewhere. */
export const PLAIN: StageSettings & { readonly env: NonNullable<StageSettings["env"]> } = plain;

const CERTIFICATE = "arn:aws:acm:us-east-1:111111111111:certificate/0a1b2c3d";

export const DOMAIN: Domain = { name: "origin.example.com", certificateArn: CERTIFICATE };

export const EDGE: Edge = {
  domainName: "api.example.com",
  certificateArn: CERTIFICATE,
  originDomain: DOMAIN.name,
  originSecret: "intake/prod/origin",
  isOriginChecked: true,
};

export const COPIES: BackupCopySettings = {
  vaultArn: "arn:aws:backup:us-east-1:999999999999:backup-vault:intake-copies",
  retentionDays: 35,
};

export const PROBE: Probe = {
  region: "us-west-2",
  baseUrl: "https://api.example.com",
};
