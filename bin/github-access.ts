/** The CDK app of what GitHub's workflows may do in each account: deployed by hand, before the first workflow. */
import { synthesizeGithubAccess } from "../lib/stacks/github/github-access-app.ts";

synthesizeGithubAccess();
