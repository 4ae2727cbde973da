import { type Payload, parseJson } from "../api/payload.ts";

/** Parses JSON. Its texts may hold control characters as they are: senders paste what people wrote, line breaks included. */
export const parseSentJson = (text: string): Payload => {
  const payload = parseJson(text);
  if (payload.problem === undefined) return payload;
  const escaped = withEscapedControls(text);
  return escaped === text ? payload : parseJson(escaped);
};

/** Escapes the control characters within the texts of JSON, where its grammar has none. Others are white space there. */
const withEscapedControls = (json: string): string => {
  let isInText = false;
  return json.replace(/\\.|"|\p{Cc}/gsu, (found) => {
    if (found === '"') isInText = !isInText;
    const isControl = found !== '"' && !found.startsWith("\\");
    return isInText && isControl ? JSON.stringify(found).slice(1, -1) : found;
  });
};
