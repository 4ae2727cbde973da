/** Returns the arguments with which the CDK CLI deploys one stack of an assembly. */
export const deployArgs = (assembly: string, stackName: string) => [
  "deploy",
  stackName,
  "--app",
  assembly,
  "--exclusively",
  "--require-approval",
  "never",
];
