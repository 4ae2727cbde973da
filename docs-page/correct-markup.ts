/** Parts of the explorer that can be clicked or scrolled but not reached by the keyboard. */
const LINKS = ".nav-bar-h1, .nav-bar-h2, .nav-bar-path";
const BUTTONS = ".sticky-scroll-element:has(.toggle)";
const SCROLLED = "pre";
const DIALOG = "#advanced-search-modal:not([role])";
/** Where people put their keys, which the browser must not remember. */
const KEYS = 'input[name="api-key"][autocomplete="on"]';

/**
 * Lets the keyboard and screen readers reach every part of the explorer, also those that it draws later, and keeps
 * browsers from remembering keys.
 */
export const correctMarkup = (root: ShadowRoot) => {
  const update = () => {
    for (const element of unreachable(root, LINKS)) actAs(element, "link");
    for (const element of unreachable(root, BUTTONS)) actAs(element, "button");
    for (const element of unreachable(root, SCROLLED)) element.tabIndex = 0;
    const dialog = root.querySelector(DIALOG);
    dialog?.setAttribute("role", "dialog");
    dialog?.setAttribute("aria-label", "Search");
    for (const input of root.querySelectorAll<HTMLInputElement>(KEYS)) input.autocomplete = "off";
  };
  new MutationObserver(update).observe(root, { childList: true, subtree: true });
  update();
};

const unreachable = (root: ShadowRoot, selector: string) =>
  root.querySelectorAll<HTMLElement>(`:is(${selector}):not([tabindex])`);

/** The keys that activate an element of a role (ARIA Authoring Practices). */
const KEYS_OF_ROLE = { link: ["Enter"], button: ["Enter", " "] } as const;

const actAs = (element: HTMLElement, role: keyof typeof KEYS_OF_ROLE) => {
  const keys: readonly string[] = KEYS_OF_ROLE[role];
  element.role = role;
  element.tabIndex = 0;
  element.addEventListener("keydown", (event) => {
    if (!keys.includes(event.key)) return;
    event.preventDefault();
    element.click();
  });
};
