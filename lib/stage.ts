import { RemovalPolicy } from "aws-cdk-lib";
import { LOCAL_STAGE } from "./local-stage.ts";

/** Settings that differ between deployments of the stack, selected with `-c stage=<name>`. */
export type Stage = {
  readonly name: string;
  /** Production keeps its data when the stack is deleted. */
  readonly removalPolicy: RemovalPolicy;
  readonly deletionProtection: boolean;
  readonly metricsNamespace: string;
  /** Environment variables of every function. */
  readonly environment: Record<string, string>;
};

/** @throws Error if the name cannot be part of a stack name */
export const resolveStage = (name: string): Stage => {
  if (!/^[a-z][a-z0-9-]{0,30}$/.test(name))
    throw new Error(`"${name}" is not a stage name (a-z, 0-9 and -).`);
  const isProduction = name === "prod";
  const metricsNamespace = `intake-${name}`;
  return {
    name,
    removalPolicy: isProduction ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    deletionProtection: isProduction,
    metricsNamespace,
    environment:
      name === LOCAL_STAGE ? { WEBHOOK_TARGETS: "local" } : { METRICS_NAMESPACE: metricsNamespace },
  };
};
