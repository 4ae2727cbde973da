import { jest } from "@jest/globals";

/** Returns a function that counts the metrics written since its last call, as `<name> <outcome>` or with the value. */
export const captureMetrics = () => {
  const lines: string[] = [];
  jest.spyOn(process.stdout, "write").mockImplementation((text) => lines.push(String(text)) > 0);
  return () =>
    lines.splice(0).map((line) => {
      const { _aws, outcome, ...values } = JSON.parse(line);
      const [name = "", value] = Object.entries(values)[0] ?? [];
      return `${name} ${outcome ?? value}`;
    });
};
