import { describe, expect, it } from "@jest/globals";
import { consultationResource } from "../../shared/consultations/consultation.rules.ts";
import { erasedEvent } from "../../shared/events/erased-event.rules.ts";
import { leadInEvents } from "../../shared/leads/lead.rules.ts";
import { newConsultation } from "../support/booked-consultations.ts";
import { newSettings } from "../support/decisions.ts";
import { newEvent } from "../support/events.ts";
import { newLead } from "../support/leads.ts";

const lead = newLead({ data: { summary: "Fell" }, phone: "+12125550123" });
const other = newLead();
const ofLead = newEvent({ data: leadInEvents(lead, newSettings()), previous: { first_name: "Eve" } });
const ofConsultation = newEvent({
  type: "consultation.booked",
  data: consultationResource(newConsultation({ leadId: lead.id, location: "Her home" })),
  lead: { id: lead.id, first_name: "Ada", last_name: "Lovelace", email: "ada@example.com", phone: "" },
});

const erase = (
  event: typeof ofLead,
  { leadIds = [other.id, lead.id], sourceKeys = new Set<string>() } = {},
) => erasedEvent(event, { leadIds, sourceKeys });

describe("an event of an erased person", () => {
  it("of the lead keeps no text, no data and no earlier value", () => {
    const erased = erase(ofLead);
    const none = { first_name: "", last_name: "", email: "", phone: "", source: "", data: {} };
    expect(erased).toMatchObject({
      id: ofLead.id,
      data: { id: lead.id, status: ofLead.data.status },
      previous: {},
    });
    expect([erased?.data, erased?.previous]).toEqual([expect.objectContaining(none), {}]);
    expect(erased?.data).not.toHaveProperty("parties");
  });

  it.each([
    ["keeps the key of one of the firm's sources", new Set([lead.source]), lead.source],
    ["drops a source that somebody wrote", new Set(["form"]), ""],
  ])("%s", (_, sourceKeys, source) => {
    expect(erase(ofLead, { sourceKeys })?.data.source).toBe(source);
  });

  it("of a consultation keeps its slot, but no text, and a blank lead", () => {
    const erased = erase(ofConsultation);
    expect(erased?.data).toMatchObject({ start_at: ofConsultation.data.start_at, location: null, data: {} });
    expect(erased?.lead).toEqual({ id: lead.id, first_name: "", last_name: "", email: "", phone: "" });
  });

  it.each([
    ["is erased already", erase(ofLead) ?? ofLead],
    ["is of another lead", { ...ofLead, data: { ...ofLead.data, id: newLead().id } }],
    ["is of another lead's consultation", { ...ofConsultation, data: { lead_id: newLead().id } }],
  ])("is left alone when it %s", (_, event) => {
    expect(erase(event)).toBeNull();
  });

  it("is erased by its noun, whatever its type, and reported by its type when a later release made its noun", () => {
    expect(erase({ ...ofLead, type: "lead.praised" })?.data).toMatchObject({ first_name: "" });
    expect(() => erase({ ...ofLead, type: "invoice.paid" })).toThrow(
      "The type invoice.paid of an event is unknown.",
    );
  });
});
