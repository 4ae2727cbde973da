/** The validators of the last body that a calendar's server sent (RFC 9110 §8.8); empty where it sent none. */
export type Validators = { readonly etag: string; readonly lastModified: string };

/** The outcome of a download. Errors are sentences for people, and do not name the address. */
export type Download =
  | { readonly result: "unchanged" }
  | ({ readonly result: "changed"; readonly file: Uint8Array } & Validators)
  | { readonly result: "failed"; readonly error: string; readonly retryAfterMilliseconds: number };

/** Ends a download. The message is a sentence for people. */
export class DownloadError extends Error {
  override readonly name = "DownloadError";
  readonly failure: Extract<Download, { result: "failed" }>;

  constructor(error: string, retryAfterMilliseconds = 0) {
    super(error);
    this.failure = { result: "failed", error, retryAfterMilliseconds };
  }
}

const REASONS: Readonly<Record<number, string>> = {
  401: "The calendar's server refuses the address (401). Copy the calendar's secret address again.",
  403: "The calendar's server refuses the address (403). Copy the calendar's secret address again.",
  404: "There is no calendar at the address (404). Copy the calendar's secret address again.",
  410: "The calendar is gone (410). Copy the calendar's secret address again.",
  429: "The calendar's server asks to be asked less often (429). Intake tries again later.",
};

/** Returns why there is no calendar, by the status of the response. */
export const refusalByStatus = (status: number): string =>
  REASONS[status] ?? `The calendar's server answered with an error (${status}). Intake tries again.`;

/** Returns validators short enough to be stored and sent; none instead of longer ones. */
export const storedValidators = ({ etag, lastModified }: Validators): Validators => ({
  etag: etag.length <= VALIDATOR_CHARACTERS ? etag : "",
  lastModified: lastModified.length <= VALIDATOR_CHARACTERS ? lastModified : "",
});

const VALIDATOR_CHARACTERS = 500;
