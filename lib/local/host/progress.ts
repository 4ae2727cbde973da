/** Runs a step of a slow start and reports it in a line with its duration. */
type ReportProgress = <Result>(step: string, work: () => Promise<Result>) => Promise<Result>;

export const progressReporter = (write: (line: string) => void): ReportProgress => {
  return async (step, work) => {
    const startedAt = performance.now();
    const result = await work();
    write(`${step.padEnd(40)} ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
    return result;
  };
};
