/** Entry point of the CDK app (cdk.json); separate, so that tests import `synthesize` without running it. */
import { synthesize } from "../lib/stacks/intake-app.ts";
import { checkTemplateRules } from "../lib/stacks/template-rules.ts";

synthesize({}, checkTemplateRules);
