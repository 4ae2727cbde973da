import fc from "fast-check";

const { PROPERTY_SEED = "1", PROPERTY_RUNS = "1" } = process.env;

/**
 * Checks a property with the same inputs each time, so that an unrelated change never fails by chance.
 * `PROPERTY_SEED=$RANDOM PROPERTY_RUNS=50 npm run test:slow -- slots-oracle` tries others, 50 times as many.
 */
export async function checkProperty<Inputs>(
  property: fc.IAsyncProperty<Inputs> | fc.IProperty<Inputs>,
  runs = 100,
): Promise<void> {
  await fc.assert(property, { seed: Number(PROPERTY_SEED), numRuns: runs * Number(PROPERTY_RUNS) });
}
