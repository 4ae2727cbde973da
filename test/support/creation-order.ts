import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

const resource = z.looseObject({
  Type: z.string(),
  DependsOn: z.unknown().optional(),
  Properties: z.unknown().optional(),
});
const template = z.object({ Resources: z.record(z.string(), resource) });
const assets = z.object({
  files: z.record(z.string(), z.object({ source: z.object({ path: z.string() }) })),
});

export type Order = {
  readonly types: Map<string, string>;
  readonly properties: Map<string, unknown>;
  readonly waitsFor: Map<string, string[]>;
};

/**
 * Reads which resource CloudFormation creates only after which others, by `DependsOn`, `Ref` and `Fn::GetAtt`. A nested
 * stack begins after what its parameters need, and ends after its resources. Deletion has the reverse order.
 */
export const creationOrder = (folder: string, stackName: string): Order => {
  const read = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), "utf8"));
  const { files } = assets.parse(read(`${stackName}.assets.json`));
  const order: Order = { types: new Map(), properties: new Map(), waitsFor: new Map() };
  const add = (file: string, prefix: string, begin: readonly string[]): string[] => {
    const { Resources } = template.parse(read(file));
    return Object.entries(Resources).map(([id, { Type, DependsOn, Properties }]) => {
      const named = [DependsOn ?? [], referencesIn(Properties)]
        .flat(2)
        .filter((each) => String(each) in Resources);
      const before = [...begin, ...named.map((each) => `${prefix}${each}`)];
      const nested = /([0-9a-f]{64})\.json/.exec(JSON.stringify(Object(Properties).TemplateURL) ?? "")?.[1];
      const inner = nested ? add(files[nested]?.source.path ?? "", `${prefix}${id}/`, before) : [];
      order.types.set(`${prefix}${id}`, Type);
      order.properties.set(`${prefix}${id}`, Properties);
      order.waitsFor.set(`${prefix}${id}`, [...before, ...inner]);
      return `${prefix}${id}`;
    });
  };
  add(`${stackName}.template.json`, "", []);
  return order;
};

const referencesIn = (value: unknown): string[] => {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === "Ref") return [String(inner)];
    return key === "Fn::GetAtt" ? [String(Object(inner)[0])] : referencesIn(inner);
  });
};

/**
 * Returns how many resources of the types can be in creation at once, however long each one takes: the largest number of
 * which none waits for another. By Dilworth's theorem that is their number without the pairs of a largest matching.
 */
export const mostAtOnce = ({ types, waitsFor }: Order, isCounted: (type: string) => boolean) => {
  const counted = [...types].filter(([, type]) => isCounted(type)).map(([id]) => id);
  const earlier = new Map(counted.map((id) => [id, reachable(waitsFor, id)]));
  const laterOf = new Map<string, string>();
  const match = (later: string, tried: Set<string>): boolean =>
    counted.some((each) => {
      if (tried.has(each) || !earlier.get(later)?.has(each)) return false;
      tried.add(each);
      const other = laterOf.get(each);
      if (other !== undefined && !match(other, tried)) return false;
      laterOf.set(each, later);
      return true;
    });
  return counted.length - counted.filter((id) => match(id, new Set())).length;
};

export const reachable = (waitsFor: Order["waitsFor"], from: string) => {
  const found = new Set<string>();
  const visit = (id: string) => {
    if (found.has(id)) return;
    found.add(id);
    for (const each of waitsFor.get(id) ?? []) visit(each);
  };
  for (const each of waitsFor.get(from) ?? []) visit(each);
  return found;
};
