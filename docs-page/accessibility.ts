/** Parts of the explorer that can be clicked or scrolled but not reached by the keyboard. */
const LINKS = ".nav-bar-h1, .nav-bar-h2, .nav-bar-path";
const BUTTONS = ".sticky-scroll-element:has(.toggle)";
const SCROLLED = "pre";

/** Lets the keyboard reach every part of the explorer, also those that it draws later. */
export const makeAccessible = (root: ShadowRoot) => {
  const update = () => {
    for (const element of unreachable(root, LINKS)) actAs(element, "link");
    for (const element of unreachable(root, BUTTONS)) actAs(element, "button");
    for (const element of unreachable(root, SCROLLED)) element.tabIndex = 0;
  };
  new MutationObserver(update).observe(root, { childList: true, subtree: true });
  update();
};

const unreachable = (root: ShadowRoot, selector: string) =>
  root.querySelectorAll<HTMLElement>(`:is(${selector}):not([tabindex])`);

const actAs = (element: HTMLElement, role: "link" | "button") => {
  element.role = role;
  element.tabIndex = 0;
  element.addEventListener("keydown", ({ key }) => {
    if (key === "Enter") element.click();
  });
};
