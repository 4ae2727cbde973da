/**
 * Milliseconds of a clock that nobody sets, from an arbitrary start. `performance.now` would load `perf_hooks` with an
 * instance's first request.
 */
export const monotonicMilliseconds = (): number => Number(process.hrtime.bigint()) / 1e6;
