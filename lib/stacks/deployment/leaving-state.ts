import * as z from "zod";

const template = z.object({
  Resources: z
    .record(z.string(), z.object({ Type: z.string(), DeletionPolicy: z.string().optional() }))
    .default({}),
});

const resourcesOf = (text: string) => template.parse(JSON.parse(text)).Resources;

type Consent = { readonly releasesTables: boolean };

/**
 * Returns the logical ids of the resources that would leave their stack with the next template, and stay in the account in
 * none: a later deployment would make an empty twin of each, or fail at its name.
 */
export const leavingState = (deployed: string, next: string, { releasesTables }: Consent): string[] => {
  const kept = resourcesOf(next);
  return Object.entries(resourcesOf(deployed)).flatMap(([id, { Type, DeletionPolicy }]) => {
    const isRetained = DeletionPolicy?.startsWith("Retain") ?? false;
    const isMeant = releasesTables && Type === "AWS::DynamoDB::Table";
    return isRetained && !isMeant && !(id in kept) ? [id] : [];
  });
};
