import { jest } from "@jest/globals";

/**
 * Watches every regular expression of this service and its libraries, however it is called, until mocks are restored.
 * Those of Node itself cannot be watched.
 */
export const watchPatterns = () => {
  let longest = new Map<string, number>();
  const { exec } = RegExp.prototype;
  // `test`, `match`, `replace`, `search` and `split` call `exec`, too (ECMA-262, RegExpExec).
  jest.spyOn(RegExp.prototype, "exec").mockImplementation(function (this: RegExp, text: string) {
    if (text.length > (longest.get(this.source) ?? 0)) longest.set(this.source, text.length);
    return exec.call(this, text);
  });
  return {
    /** The expressions that were given a text of more characters since the last call. */
    givenMoreThan: (characters: number): string[] => {
      const given = [...longest].filter(([, length]) => length > characters).map(([source]) => source);
      longest = new Map();
      return given;
    },
  };
};
