import type { Lead } from "../../../client/src/generated.ts";
import { mailtoOf, telOf } from "../contact.ts";
import { shownPhone } from "../directory.ts";

/** A telephone, or an email address where there is none. A link if it can be one. */
export const Contact = ({ lead: { phone, email } }: { readonly lead: Lead }) => {
  const text = shownPhone(phone) || email;
  const address = phone ? telOf(phone) : mailtoOf(email);
  return address ? (
    <a class="leads-contact" href={address} draggable={false}>
      <bdi>{text}</bdi>
    </a>
  ) : (
    <bdi class="leads-contact">{text}</bdi>
  );
};
