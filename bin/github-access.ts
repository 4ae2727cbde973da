/** The CDK app of the permissions of GitHub's workflows in each account, deployed by hand before the first workflow. */
import { synthesizeGithubAccess } from "../lib/stacks/github/github-access-app.ts";

synthesizeGithubAccess();
