/** The name of a stage's stack. Separate from stage.ts, so that the operator's commands do not load aws-cdk-lib. */
export const stackNameOf = ({ name }: { readonly name: string }) => `intake-${name}`;
