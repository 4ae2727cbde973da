import { RemovalPolicy } from "aws-cdk-lib";
import { LOCAL_STAGE } from "./local-stage.ts";

/** What differs between deployments of the same stack; chosen with `-c stage=<name>`. */
export type Stage = {
  readonly name: string;
  /** Production keeps its data when the stack goes. */
  readonly removalPolicy: RemovalPolicy;
  readonly deletionProtection: boolean;
  /** Variables of every function, beside each one's own. */
  readonly environment: Record<string, string>;
};

/** @throws if the name cannot be part of a stack's name */
export const stageNamed = (name: string): Stage => {
  if (!/^[a-z][a-z0-9-]{0,30}$/.test(name)) throw new Error(`"${name}" is no stage name (a-z, 0-9 and -).`);
  const production = name === "prod";
  return {
    name,
    removalPolicy: production ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    deletionProtection: production,
    environment: name === LOCAL_STAGE ? { WEBHOOK_TARGETS: "local" } : {},
  };
};
