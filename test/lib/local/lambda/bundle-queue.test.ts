import { expect, it } from "@jest/globals";
import { bundleQueue } from "../../../../lib/local/lambda/bundle-queue.ts";

/** Creates a queue in which the functions named here cannot be bundled, and lists the calls of the bundler. */
const createQueue = (...faulty: readonly string[]) => {
  const calls: string[] = [];
  const bundle = bundleQueue(async (folders) => {
    calls.push(folders.join());
    await Promise.resolve();
    const fault = folders.find((folder) => faulty.includes(folder));
    if (fault) throw new Error(`fault in ${fault}`);
  });
  return { bundle, calls };
};

it("bundles what is asked for while a batch runs in one further batch, each function once", async () => {
  const { bundle, calls } = createQueue();
  const first = bundle("a");
  await Promise.resolve();
  await Promise.all([first, ...["b", "c", "b"].map(bundle)]);
  expect(calls).toEqual(["a", "b,c"]);
  await bundle("a");
  expect(calls).toEqual(["a", "b,c", "a"]);
});

it("fails only a function with a fault, and goes on", async () => {
  const { bundle, calls } = createQueue("b");
  const results = await Promise.all(["a", "b", "c"].map((folder) => bundle(folder).catch(String)));
  expect(results).toEqual([undefined, "Error: fault in b", undefined]);
  await bundle("d");
  expect(calls).toEqual(["a,b,c", "a", "b", "c", "d"]);
});
