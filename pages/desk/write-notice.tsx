import type { IntakeApiError } from "../../client/src/index.ts";
import { fill } from "../shared/fill.ts";
import { href } from "./address.ts";
import { now } from "./fresh.ts";
import { Notice } from "./parts.tsx";
import type { Write, WriteState } from "./requests.ts";
import { can } from "./session.ts";
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
  conflictReasonOf(error) ||
  error.details?.map(({ field, message }) => `${field} ${message}.`).join(" ") ||
  error.apiMessage;

/** Returns why a lead cannot be booked, in words; null for any other refusal. */
const conflictReasonOf = ({ code, details }: IntakeApiError): string | null => {
  if (code !== "conflict_not_cleared") return null;
  const { refusals } = t().conflicts;
  const states: Readonly<Record<string, string>> = refusals;
  const state = details?.find(({ field }) => field.endsWith("state"))?.message ?? "";
  return states[state] ?? refusals.other;
};

/** The lead whose booking was refused, and what is to be closed before its conflicts are looked at. */
type Refused = { readonly leadId?: string | undefined; readonly onLeave?: () => void };

type WriteNoticeProps = Refused & {
  readonly write: Shown;
  /** The fields that have a sentence of their own. */
  readonly shown?: readonly string[];
};

/** Says what became of a write that is not done, or not known to be. */
export const WriteNotice = ({ write, shown = [], ...refused }: WriteNoticeProps) => {
  const state = write.state.value;
  if (state.kind === "refused") return <Refusal error={state.error} shown={shown} {...refused} />;
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

type RefusalProps = Refused & { readonly error: IntakeApiError; readonly shown: readonly string[] };

const Refusal = ({ error, shown, leadId, onLeave }: RefusalProps) =>
  error.details?.every(({ field }) => shown.includes(field)) ? null : (
    <Notice kind="danger">
      <p role="alert">{fill(t().parts.refused, { reason: reasonOf(error) })}</p>
      {leadId && conflictReasonOf(error) && can("conflicts:read") && (
        <a href={href("leads", leadId, "conflicts")} onClick={onLeave}>
          {t().conflicts.look}
        </a>
      )}
    </Notice>
  );
