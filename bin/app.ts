/** Entry point of the CDK app (cdk.json); separate, so that tests import `synthesize` without running it. */
import { synthesize } from "../lib/intake-app.ts";
import { checkTemplateRules } from "../lib/template-rules.ts";

synthesize({}, checkTemplateRules);
