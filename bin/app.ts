/** Entry point of the CDK app (cdk.json); separate, so that tests import `synthesize` without running it. */
import { synthesize } from "../lib/stacks/intake-app.ts";
import { StageError } from "../lib/stacks/resolve-stage.ts";
import { checkTemplateRules } from "../lib/stacks/template-rules.ts";

try {
  synthesize({}, checkTemplateRules);
} catch (error) {
  if (!(error instanceof StageError)) throw error;
  console.error(`error: ${error.message}`);
  process.exitCode = 1;
}
