import { isDeepStrictEqual } from "node:util";
import type { Order } from "./creation-order.ts";

/** The resources that exist, by id, with their properties. */
export type Resources = ReadonlyMap<string, unknown>;

type Update = {
  /** What exists when the update begins: in a rollback, a part of both templates. */
  readonly resources: Resources;
  readonly from: Order;
  readonly to: Order;
  /** The resource that comes as soon as it can: the order of resources that do not wait for each other is open. */
  readonly soonest: string;
};

/**
 * Returns what exists after each step of an update. CloudFormation creates and changes resources after those for which they
 * wait in the new template. At its end, when the alarms were watched, it deletes what the new template lacks, each before
 * those for which it waits in the old one.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/using-cfn-updating-stacks-update-behaviors.html
 */
export const updateSteps = ({ resources, from, to, soonest }: Update) => {
  const writes = inOrder(to.waitsFor, soonest).filter(
    (id) => !(resources.has(id) && isDeepStrictEqual(resources.get(id), to.properties.get(id))),
  );
  const deletions = inOrder(reversed(from.waitsFor), soonest).filter(
    (id) => resources.has(id) && !to.properties.has(id),
  );
  const written = steps(resources, writes, (next, id) => next.set(id, to.properties.get(id)));
  const deleted = steps(written.at(-1) ?? resources, deletions, (next, id) => next.delete(id));
  return { written, deleted };
};

const steps = (
  resources: Resources,
  ids: readonly string[],
  change: (next: Map<string, unknown>, id: string) => unknown,
) => {
  const next = new Map(resources);
  return ids.map((id): Resources => {
    change(next, id);
    return new Map(next);
  });
};

/** Returns all ids, each after those for which it waits, and one of them as early as that allows. */
const inOrder = (waitsFor: Order["waitsFor"], soonest: string): string[] => {
  const ordered = new Set<string>();
  const visit = (id: string) => {
    if (ordered.has(id)) return;
    for (const each of waitsFor.get(id) ?? []) visit(each);
    ordered.add(id);
  };
  for (const id of [soonest, ...waitsFor.keys()]) if (waitsFor.has(id)) visit(id);
  return [...ordered];
};

const reversed = (waitsFor: Order["waitsFor"]): Order["waitsFor"] => {
  const result = new Map([...waitsFor.keys()].map((id): [string, string[]] => [id, []]));
  for (const [id, others] of waitsFor) for (const each of others) result.get(each)?.push(id);
  return result;
};
