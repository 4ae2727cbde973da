import { describe, expect, it } from "@jest/globals";
import { CONFLICT_STATES, type SET_STATES } from "../../shared/leads/clearance.contract.ts";
import { isBookableLead, requireBookable } from "../../shared/leads/clearance.rules.ts";
import type { FirmSettings } from "../../shared/settings/firm.rules.ts";

type State = (typeof CONFLICT_STATES)[number];

const CHECK_ID = "018f0000-0000-7000-8000-000000000c0c";
const leadIn = (state: State) => ({
  conflict:
    state === "unchecked"
      ? undefined
      : { state: state as (typeof SET_STATES)[number], checkId: CHECK_ID, at: "", newestCheckId: CHECK_ID },
});
type Gate = Pick<FirmSettings, "conflictGate" | "conflictIndex">;
const gate = (
  required: "all" | "none",
  state: FirmSettings["conflictIndex"]["state"] = "complete",
  enabled = true,
): Gate => ({
  conflictGate: { enabled, required, autoCheck: false },
  conflictIndex: { state, indexed: 0, generation: 1 },
});

describe("the gate lets pass", () => {
  it.each<[string, Gate, readonly State[]]>([
    ["every lead while it is off", gate("all", "off", false), CONFLICT_STATES],
    ["what a person has cleared or waived", gate("all"), ["cleared", "waived"]],
    ["nobody while the leads are indexed", gate("all", "building"), []],
    [
      "all but blocked ones where none is required",
      gate("none"),
      CONFLICT_STATES.filter((state) => state !== "blocked"),
    ],
    [
      "all but blocked ones where none is required, also while the leads are indexed",
      gate("none", "building"),
      CONFLICT_STATES.filter((state) => state !== "blocked"),
    ],
  ])("%s", (_, each, states) => {
    expect(CONFLICT_STATES.filter((state) => isBookableLead(leadIn(state), each))).toEqual(states);
  });
});

it.each<[State, Gate, State, boolean]>([
  ["unchecked", gate("all"), "unchecked", false],
  ["matches", gate("all"), "matches", true],
  ["lapsed", gate("all"), "lapsed", true],
  ["blocked", gate("none"), "blocked", true],
  ["cleared", gate("all", "building"), "unchecked", false],
  ["blocked", gate("all", "building"), "blocked", true],
])("refuses a lead that is %s, and names state and check", (state, each, shown, hasCheck) => {
  const refuse = () => requireBookable(leadIn(state), each);
  expect(refuse).toThrow(
    expect.objectContaining({
      code: "conflict_not_cleared",
      nextAvailable: null,
      details: [
        { field: "conflict.state", message: shown },
        ...(hasCheck ? [{ field: "conflict.check_id", message: CHECK_ID }] : []),
      ],
    }),
  );
});
