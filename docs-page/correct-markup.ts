type Correction = readonly [selector: string, attribute: string, value: string | null];

/** What Scalar's markup says wrongly, or does not say: null removes an attribute. */
const CORRECTIONS: readonly Correction[] = [
  // Only tabs and options are selected; an entry of the menu is current.
  ['button[aria-selected="true"]:not([role])', "aria-current", "true"],
  ['button[aria-selected="false"]:not([role])', "aria-current", null],
  ["button[aria-selected]:not([role])", "aria-selected", null],
  ["input[role=combobox]:not([aria-expanded])", "aria-expanded", "true"],
  ["input[role=combobox]:not([aria-label])", "aria-label", "Search"],
  ["button.client-libraries__select:not([role])", "role", "tab"],
  ['button[role="search"], button[role="none"]', "role", null],
  // Their labels lack the text that they show.
  ["button.show-more[aria-label]", "aria-label", null],
  // They have icons only.
  ["button.client-libraries__select:not([aria-label])", "aria-label", "More languages"],
  ["button:is(.scalar-code-copy, .code-copy):not([aria-label])", "aria-label", "Copy"],
  ["button:is(.scalar-code-copy, [class*=copy-button])[aria-controls]", "aria-controls", null],
  ["input[type=checkbox]:not([aria-label])", "aria-label", "Send"],
  ["[role=textbox]:not([aria-label])", "aria-label", "Value"],
  // They are scrolled, also by the keyboard.
  [".markdown pre > code:not([tabindex]), ul.endpoints:not([tabindex])", "tabindex", "0"],
  ['.cm-scroller[tabindex="-1"]', "tabindex", "0"],
  // They take the focus, to hand it on.
  ["[data-headlessui-focus-guard][aria-hidden]", "aria-hidden", null],
  ["[data-headlessui-focus-guard]:not([aria-label])", "aria-label", "Close"],
  // Browsers must not remember keys.
  ['input[placeholder="Token"]:not([autocomplete])', "autocomplete", "off"],
];

/** Lets screen readers and the keyboard reach all that Scalar draws. */
export const correctMarkup = (root: ParentNode) => {
  for (const [selector, attribute, value] of CORRECTIONS)
    for (const element of root.querySelectorAll(selector)) {
      if (value === null) element.removeAttribute(attribute);
      else element.setAttribute(attribute, value);
    }
  for (const button of root.querySelectorAll(SEARCH)) button.setAttribute("aria-label", "Search ⌃ K");
};

/** The text of the button is hidden from screen readers. */
const SEARCH = "button:has(> .sidebar-search-placeholder):not([aria-label])";
