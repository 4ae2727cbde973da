import url from "node:url";
import { afterEach, jest } from "@jest/globals";

const { exec } = RegExp.prototype;
afterEach(() => {
  RegExp.prototype.exec = exec;
});

/**
 * Watches every regular expression of this service and its libraries, in all ways to call one, until the end of the test.
 * Cannot watch Node's own expressions.
 */
export const watchPatterns = () => {
  let longest = new Map<string, number>();
  // `test`, `match`, `replace`, `search` and `split` also call `exec` (ECMA-262, RegExpExec). A mock would keep each text.
  RegExp.prototype.exec = function (text: string) {
    if (text.length > (longest.get(this.source) ?? 0)) longest.set(this.source, text.length);
    return exec.call(this, text);
  };
  return {
    /** Returns the expressions that received a text of more characters since the last call. */
    givenMoreThan: (characters: number): string[] => {
      const given = [...longest].filter(([, length]) => length > characters).map(([source]) => source);
      longest = new Map();
      return given;
    },
  };
};

/** Watches the runtime's parsers of dates, addresses of pages and domains until mocks are restored. */
export const watchParsers = () => {
  let longest = 0;
  const note = (text: unknown) => {
    longest = Math.max(longest, String(text).length);
  };
  const { parse } = Date;
  const { canParse } = URL;
  const { domainToASCII } = url;
  jest.spyOn(Date, "parse").mockImplementation((text) => {
    note(text);
    return parse(text);
  });
  jest.spyOn(URL, "canParse").mockImplementation((text, base) => {
    note(text);
    return canParse(text, base);
  });
  jest.spyOn(url, "domainToASCII").mockImplementation((domain) => {
    note(domain);
    return domainToASCII(domain);
  });
  return {
    /** Returns the length of the longest text that a parser received since the last call. */
    takeLongest: (): number => {
      const taken = longest;
      longest = 0;
      return taken;
    },
  };
};
