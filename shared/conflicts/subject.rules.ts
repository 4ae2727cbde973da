/** Who somebody is to a lead or to the firm. */
export type Role = "client" | "former_client" | "alias" | "adverse" | "related";

/** The side on which somebody stands. */
export type Side = "client" | "adverse" | "related";

/** Somebody whom checks compare: a lead, a party of it, or an entry of the register. */
export type Subject = {
  readonly role: Role;
  readonly name: string;
  /** The names of a lead, which say what is its last name. */
  readonly givenName?: string;
  readonly familyName?: string;
  readonly aliases: readonly string[];
  /** Normalized as a lead's; blank for none. */
  readonly email: string;
  readonly phone: string;
};

const SIDES: Readonly<Record<Role, Side>> = {
  client: "client",
  former_client: "client",
  alias: "client",
  adverse: "adverse",
  related: "related",
};

export const sideOf = (role: Role): Side => SIDES[role];
