/** A terminal or a file, such as `process.stdout`. */
type Output = { readonly isTTY?: boolean; readonly columns?: number; write(text: string): unknown };

const CLEAR_LINE = "\r\x1b[K";
const COLUMNS_DEFAULT = 80;
const REDRAW_MILLISECONDS = 1_000;

/**
 * Shows a slow start in one line. On a terminal the line names the step and the seconds so far, and disappears at the
 * end. Elsewhere it is printed once, without them.
 */
export const startProgress = (title: string, output: Output) => {
  const startedAt = performance.now();
  let step: string | undefined;
  let timer: NodeJS.Timeout | undefined;

  const draw = () => {
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    // a line that wraps could not be rewritten
    const line = `${title}: ${step}, ${seconds} s`.slice(0, (output.columns ?? COLUMNS_DEFAULT) - 1);
    if (output.isTTY) output.write(CLEAR_LINE + line);
  };
  const clear = () => {
    if (output.isTTY && step !== undefined) output.write(CLEAR_LINE);
  };

  return {
    onStep: (name: string) => {
      if (step === undefined && !output.isTTY) output.write(`${title}\n`);
      step = name;
      timer ??= setInterval(draw, REDRAW_MILLISECONDS).unref();
      draw();
    },
    /** Makes room for another line. */
    clear,
    end: () => {
      clearInterval(timer);
      clear();
      step = undefined;
    },
  };
};
