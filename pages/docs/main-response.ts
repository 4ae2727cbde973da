const CARD = "[aria-label='Example Responses']";
const opened = new WeakSet<Element>();

/** Shows the response 201 of a creation, because Scalar opens the first of the statuses, which are in order. */
export const openMainResponses = (root: ParentNode) => {
  for (const card of root.querySelectorAll(CARD)) {
    if (opened.has(card)) continue;
    opened.add(card);
    const tabs = [...card.querySelectorAll<HTMLElement>("[role=tab][aria-selected=false]")];
    const created = tabs.find(({ textContent }) => textContent?.endsWith("201"));
    created?.click();
    // Only a reader's click may leave the focus there.
    created?.blur();
  }
};
