/** When the operator erased a record's personal data, and by which change, from which the id of its event derives. */
export type Erasure = {
  /** ISO-8601 UTC instant. */
  readonly at: string;
  readonly changeId: string;
};
