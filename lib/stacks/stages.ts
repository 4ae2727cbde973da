import type { StageSettings } from "./stage-settings.ts";

/** `<owner>/<name>` on GitHub: the repository whose workflow may deploy and which holds the alarms' runbooks. */
export const REPOSITORY = "example/intake";

/**
 * The ids of the repository and its owner. GitHub never reuses an id, unlike a name. docs/github.md says how to read
 * them.
 */
export const REPOSITORY_IDS = { owner: 0, repository: 0 };

/**
 * Every setting of every deployment. The list is closed: another name must not create a stack whose table can be
 * deleted. Replace values from AWS's or IANA's documentation (111122223333, 777788889999, example.com) before the first deployment.
 */
export const STAGES = {
  /** Hosted by `npm start`, never deployed. */
  local: {},
  /**
   * The stage of a single engineer, deployed to the account of the engineer's credentials. Its deletion removes
   * everything but the bucket of discarded changes, which expire.
   */
  dev: {},
  /** `prod` made small: it has each setting of `prod`, so that a deployment meets here what it will meet there. */
  staging: {
    env: { account: "111122223333", region: "us-east-1" },
    alarmEmail: "staging@example.com",
    ticketEmail: "staging@example.com",
    keepsState: true,
    monitoringMinutes: 20,
    monthlyBudgetDollars: 50,
    domain: {
      name: "origin.staging.example.com",
      certificateArn: "arn:aws:acm:us-east-1:111122223333:certificate/11111111-2222-3333-4444-555555555555",
    },
    edge: {
      domainName: "staging.example.com",
      certificateArn: "arn:aws:acm:us-east-1:111122223333:certificate/66666666-7777-8888-9999-000000000000",
      originDomain: "origin.staging.example.com",
      originSecret: "intake/staging/origin",
      isOriginChecked: true,
      withoutFirewall: true,
    },
    probe: { region: "us-west-2", baseUrl: "https://staging.example.com" },
    backupCopies: {
      vaultArn: "arn:aws:backup:us-east-1:777788889999:backup-vault:intake-staging",
      retentionDays: 7,
    },
  },
  prod: {
    env: { account: "444455556666", region: "us-east-1" },
    alarmEmail: "oncall@example.com",
    ticketEmail: "tickets@example.com",
    keepsState: true,
    monitoringMinutes: 30,
    monthlyBudgetDollars: 200,
    domain: {
      name: "origin.example.com",
      certificateArn: "arn:aws:acm:us-east-1:444455556666:certificate/11111111-2222-3333-4444-555555555555",
    },
    edge: {
      domainName: "api.example.com",
      certificateArn: "arn:aws:acm:us-east-1:444455556666:certificate/66666666-7777-8888-9999-000000000000",
      originDomain: "origin.example.com",
      originSecret: "intake/prod/origin",
      isOriginChecked: true,
    },
    probe: { region: "us-west-2", baseUrl: "https://api.example.com" },
    backupCopies: {
      vaultArn: "arn:aws:backup:us-east-1:777788889999:backup-vault:intake-prod",
      retentionDays: 35,
    },
  },
} satisfies Readonly<Record<string, StageSettings>>;

export type StageName = keyof typeof STAGES;
