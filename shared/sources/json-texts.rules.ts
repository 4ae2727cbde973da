import { parseJson } from "../api/payload.ts";

/** Every text and number in JSON, names of properties and JSON within texts included. */
export function* textsIn(json: unknown): Generator<string> {
  if (typeof json === "string") yield* textAndItsJson(json);
  else if (typeof json === "number") yield String(json);
  else if (typeof json === "object" && json !== null) {
    for (const [name, value] of Object.entries(json)) {
      yield name;
      yield* textsIn(value);
    }
  }
}

function* textAndItsJson(text: string): Generator<string> {
  yield text;
  if (/^\s*[{[]/.test(text)) yield* textsIn(parseJson(text).json);
}
