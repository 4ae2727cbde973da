import * as z from "zod";
import { StartError } from "../host/start-error.ts";
import type { CloudAssembly } from "./cloud-assembly.ts";
import { intrinsicResolver, type Reference, replaceIntrinsics } from "./intrinsics.ts";

/**
 * Returns a function that reads every resource of a type: its logical id, which is its name, and its validated
 * properties.
 */
export const resourceReader = ({ resources }: CloudAssembly, reference: Reference) => {
  const resolve = intrinsicResolver(reference);
  return <Schema extends z.ZodType<object>>(
    type: string,
    schema: Schema,
    isSelected: (properties: Readonly<Record<string, unknown>>) => boolean = () => true,
  ) =>
    Object.entries(resources)
      .filter(([, { Type, Properties }]) => Type === type && isSelected(Properties))
      .map(([id, { Properties }]) => {
        const parsed = schema.safeParse(replaceIntrinsics(Properties, resolve));
        if (parsed.success) return { ...parsed.data, id };
        throw new StartError(
          `The local service cannot host ${id} (${type}) as declared:\n${z.prettifyError(parsed.error)}`,
        );
      });
};

export type ResourceReader = ReturnType<typeof resourceReader>;
