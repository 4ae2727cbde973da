type Correction = readonly [selector: string, attribute: string, value: string | null];

const BLANK_VALUE = ":is(.property-example-value, .property-default-value) > span:empty";

/** Corrections of wrong or missing attributes in Scalar's markup; null removes an attribute. */
const CORRECTIONS: readonly Correction[] = [
  // Only tabs and options are selected; an entry of the menu is current.
  ['button[aria-selected="true"]:not([role])', "aria-current", "true"],
  ['button[aria-selected="false"]:not([role])', "aria-current", null],
  ["button[aria-selected]:not([role])", "aria-selected", null],
  ["input[role=combobox]:not([aria-expanded])", "aria-expanded", "true"],
  ["input[role=combobox]:not([aria-label])", "aria-label", "Search"],
  ["button.client-libraries__select:not([role])", "role", "tab"],
  ['button[role="search"], button[role="none"]', "role", null],
  ['aside[role="navigation"]', "role", "region"],
  // Each operation has one, all with one name, but landmarks must differ.
  ['[role="region"][aria-label="Example Responses"]', "role", "group"],
  // A model may have the name of a part of the menu, and only that is a landmark.
  ["section.collapsible-section:not([role])", "role", "group"],
  // The button of an example or default that is an empty text would have no name.
  [BLANK_VALUE, "role", "img"],
  [BLANK_VALUE, "aria-label", "Empty text"],
  // Their labels lack the text that they show.
  ["button.show-more[aria-label]", "aria-label", null],
  // They have icons only.
  ["button.client-libraries__select:not([aria-label])", "aria-label", "More languages"],
  ["button:is(.scalar-code-copy, .code-copy):not([aria-label])", "aria-label", "Copy"],
  ["button:is(.scalar-code-copy, [class*=copy-button])[aria-controls]", "aria-controls", null],
  ["input[type=checkbox]:not([aria-label])", "aria-label", "Send"],
  ["[role=textbox]:not([aria-label])", "aria-label", "Value"],
  // These scroll, and the keyboard must reach them.
  [".markdown pre > code:not([tabindex]), ul.endpoints:not([tabindex])", "tabindex", "0"],
  ['.cm-scroller[tabindex="-1"]', "tabindex", "0"],
  // These take the focus to hand it on.
  ["[data-headlessui-focus-guard][aria-hidden]", "aria-hidden", null],
  ["[data-headlessui-focus-guard]:not([aria-label])", "aria-label", "Close"],
  // Browsers must not remember keys.
  ['input[placeholder="Token"]:not([autocomplete])', "autocomplete", "off"],
];

/** Makes everything that Scalar draws in an element accessible to screen readers and the keyboard. */
export const correctMarkup = (root: Element) => {
  for (const [selector, attribute, value] of CORRECTIONS)
    for (const element of matchesIn(root, selector)) {
      if (value === null) element.removeAttribute(attribute);
      else element.setAttribute(attribute, value);
    }
  for (const text of matchesIn(root, HIDDEN_SEARCH))
    text.closest("button")?.setAttribute("aria-label", "Search ⌃ K");
};

const matchesIn = (root: Element, selector: string) => [
  ...(root.matches(selector) ? [root] : []),
  ...root.querySelectorAll(selector),
];

/** The attributes that a click changes in elements already drawn. */
export const CORRECTED_ATTRIBUTES = ["aria-selected"];

/** Corrects changed elements like `correctMarkup`, before anybody sees or hears them. */
export const correctChanges = (changes: readonly MutationRecord[]) => {
  const changed = changes.flatMap(({ type, target, addedNodes }) =>
    type === "attributes" ? [target] : [...addedNodes],
  );
  for (const node of changed) if (node instanceof Element) correctMarkup(node);
};

/** The text of a button, which is hidden from screen readers. */
const HIDDEN_SEARCH = "button > .sidebar-search-placeholder";
