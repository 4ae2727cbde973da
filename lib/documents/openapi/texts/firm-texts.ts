/** The meaning of the fields of the firm's settings, members and API keys. */
export const FIRM_FIELDS = {
  "time_off.start_at": "When the absence starts.",
  "holidays.start_at": "When the closed time starts.",
  end_at: "When the absence ends (exclusive), after `start_at`.",
  firm: "The key's firm.",
  "Me.key": "The calling key; for a member who has signed in, the session.",
  "Me.key.name": "The name, for people; null for a session.",
  "Me.member": "The member who has signed in; null for an API key.",
  "create-key.key": "The key itself. Only this response shows it.",
};
