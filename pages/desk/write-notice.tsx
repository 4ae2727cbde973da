import type { IntakeApiError } from "../../client/src/index.ts";
import { fill } from "../shared/fill.ts";
import { now } from "./fresh.ts";
import { Notice } from "./parts.tsx";
import type { Write, WriteState } from "./requests.ts";
import { t } from "./texts.ts";
import { secondsText } from "./words.ts";

/** Returns the sentence of a refusal for a field, `Email must be an email address.` */
export const sentenceOf = (error: IntakeApiError, field: string, label: string): string | undefined => {
  const details = error.details?.filter((detail) => detail.field === field) ?? [];
  return details.length > 0 ? details.map(({ message }) => `${label} ${message}.`).join(" ") : undefined;
};

/** A write, as far as it is shown. */
export type Shown = Pick<Write<unknown>, "state" | "isBusy">;

/** Returns why a write was refused at a field, if it was. */
export const errorOf = ({ state }: Shown, field: string, label: string): string | undefined =>
  state.value.kind === "refused" ? sentenceOf(state.value.error, field, label) : undefined;

/** Returns the API's words for a refusal: its details, which say more, or its message. */
export const reasonOf = (error: IntakeApiError): string =>
  error.details?.map(({ field, message }) => `${field} ${message}.`).join(" ") || error.apiMessage;

type WriteNoticeProps = {
  readonly write: Shown;
  /** The fields that have a sentence of their own. */
  readonly shown?: readonly string[];
};

/** Says what became of a write that is not done, or not known to be. */
export const WriteNotice = ({ write, shown = [] }: WriteNoticeProps) => {
  const state = write.state.value;
  if (state.kind === "refused") return <Refusal error={state.error} shown={shown} />;
  const told = toldOf(state);
  if (told === null) return null;
  return (
    <Notice kind={state.kind === "notDone" ? "danger" : "warn"}>
      <p role="alert">{told}</p>
      {state.kind === "notDone" && state.requestId && (
        <p class="meta">{fill(t().parts.request, { id: state.requestId })}</p>
      )}
    </Notice>
  );
};

/** Returns what is to be said of a state that is no refusal; null if there is nothing. */
const toldOf = (state: WriteState): string | null => {
  const texts = t().parts;
  switch (state.kind) {
    case "offline":
      return texts.offline;
    case "unknown":
      return fill(texts.unknown, { what: state.what, seconds: secondsText(now.value - state.sinceMs) });
    case "lost":
      return fill(texts.unknownSecret, { what: state.what });
    case "notDone":
      return fill(texts.notDone, { what: state.what });
    default:
      return null;
  }
};

const Refusal = ({ error, shown }: { readonly error: IntakeApiError; readonly shown: readonly string[] }) =>
  error.details?.every(({ field }) => shown.includes(field)) ? null : (
    <Notice kind="danger">
      <p role="alert">{fill(t().parts.refused, { reason: reasonOf(error) })}</p>
    </Notice>
  );
