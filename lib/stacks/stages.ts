import type { StageSettings } from "./stage-settings.ts";

/** `<owner>/<name>` on GitHub: whose workflow may deploy, and where the alarms' runbooks are read. */
export const REPOSITORY = "example/intake";

/** Of the repository and its owner: unlike their names, GitHub never gives an id again. docs/github.md says how to read them. */
export const REPOSITORY_IDS = { owner: 0, repository: 0 };

/**
 * Every setting of every deployment. The list is closed: another name must not make a stack whose table can be deleted.
 * What is from AWS's or IANA's documentation (111122223333, example) is to be filled in before the first deployment.
 */
export const STAGES = {
  /** Hosted by `npm start`, never deployed. */
  local: {},
  /**
   * An engineer's own: deployed to whichever account the engineer's credentials are for, and deleted with everything in it but
   * the bucket of discarded changes, which expire.
   */
  dev: {},
  staging: {
    env: { account: "111122223333", region: "us-east-1" },
    alarmEmail: "staging@example.com",
    keepsState: true,
    monitoringMinutes: 20,
  },
  prod: {
    env: { account: "444455556666", region: "us-east-1" },
    alarmEmail: "oncall@example.com",
    ticketEmail: "tickets@example.com",
    keepsState: true,
    monitoringMinutes: 30,
  },
} satisfies Readonly<Record<string, StageSettings>>;

export type StageName = keyof typeof STAGES;
