/** Says what a slow start is doing: one line for each step, with the time it took. */
export type Progress = <Result>(step: string, work: () => Promise<Result>) => Promise<Result>;

export const progressOn = (write: (line: string) => void): Progress => {
  return async (step, work) => {
    const startedAt = performance.now();
    const result = await work();
    write(`${step.padEnd(40)} ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
    return result;
  };
};
