import type { ReadonlySignal } from "@preact/signals";
import type { IntakeApiError } from "../../client/src/index.ts";

export type WriteState =
  | { readonly kind: "idle" }
  | { readonly kind: "sending" }
  | { readonly kind: "unknown"; readonly what: string; readonly sinceMs: number }
  | { readonly kind: "lost"; readonly what: string }
  | { readonly kind: "refused"; readonly error: IntakeApiError }
  | { readonly kind: "notDone"; readonly what: string; readonly requestId: string | null }
  | { readonly kind: "offline" };

export type Write<_Record> = { readonly state: ReadonlySignal<WriteState> };
export { client as intake } from "./session.ts";
