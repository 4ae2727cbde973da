/** The CDK app of the permissions of GitHub's workflows in each account, deployed by hand before the first workflow. */
import { synthesizeGithubAccess } from "../lib/stacks/github/github-access-app.ts";
import { StageError } from "../lib/stacks/resolve-stage.ts";

try {
  synthesizeGithubAccess();
} catch (error) {
  if (!(error instanceof StageError)) throw error;
  console.error(`error: ${error.message}`);
  process.exitCode = 1;
}
