import { describe, expect, it } from "@jest/globals";
import { joinedParties } from "../../shared/leads/parties.rules.ts";
import type { Party } from "../../shared/leads/party.contract.ts";

const party = (changes: Partial<Party> = {}): Party => ({
  role: "adverse",
  name: "Acme Inc.",
  aliases: [],
  email: "",
  phone: "",
  ...changes,
});
const acme = party({ aliases: ["Café Ácme"], email: "office@acme.example" });

describe("joined parties", () => {
  it.each<[string, Party, boolean]>([
    ["the same name in other case and spacing", party({ name: "ACME  inc." }), false],
    ["one of the aliases, without its marks", party({ name: "cafe acme" }), false],
    ["the same address", party({ email: "office@acme.example" }), false],
    ["another name", party({ name: "Globex" }), true],
    ["another alias", party({ aliases: ["Globex"] }), true],
    ["another role", party({ role: "related" }), true],
    ["another address", party({ email: "legal@acme.example" }), true],
    ["a number", party({ phone: "+12125550188" }), true],
  ])("of %s: added is what says something new", (_, other, isAdded) => {
    expect(joinedParties([acme], [other])).toEqual(isAdded ? [acme, other] : [acme]);
  });

  it("are null only if nobody said anything", () => {
    expect([joinedParties(null, null), joinedParties(null, []), joinedParties([], null)]).toEqual([
      null,
      [],
      [],
    ]);
  });

  it("names one party once that is added twice", () => {
    expect(joinedParties(null, [acme, party(), acme])).toEqual([acme]);
  });
});
