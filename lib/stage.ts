import { RemovalPolicy } from "aws-cdk-lib";

/** What differs between deployments of the same stack; chosen with `-c stage=<name>`. */
export type Stage = {
  readonly name: string;
  /** Production keeps its data when the stack goes. */
  readonly removalPolicy: RemovalPolicy;
  readonly deletionProtection: boolean;
};

/** @throws if the name cannot be part of a stack's name */
export const stageNamed = (name: string): Stage => {
  if (!/^[a-z][a-z0-9-]{0,30}$/.test(name)) throw new Error(`"${name}" is no stage name (a-z, 0-9 and -).`);
  const production = name === "prod";
  return {
    name,
    removalPolicy: production ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    deletionProtection: production,
  };
};
