import { openDeployment, requireStage } from "../deployment.ts";
import { type OperatorOptions, operatorCommand } from "../operator-command.ts";
import { printResult } from "../output.ts";
import { runCheck } from "./check.ts";

const doctor = async (options: OperatorOptions) => {
  const deployment = await openDeployment(options);
  requireStage(deployment);
  // Loads aws-cdk-lib for the stack's declarations, which the other commands do without.
  const { CHECKS } = await import("./checks.ts");
  const findings = (await Promise.all(CHECKS.map((check) => runCheck(check, deployment)))).flat();
  printResult(findings, options);
  const problems = findings.filter(({ status }) => status === "problem").length;
  if (problems > 0) throw new Error(`${problems} problems: docs/runbooks.md says what to do`);
  return undefined;
};

export const doctorCommand = operatorCommand({
  usage: "doctor",
  description: "check a deployment and the settings of its account",
  examples: ["--stage prod"],
  run: doctor,
});
