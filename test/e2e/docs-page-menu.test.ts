import { expect, it, jest } from "@jest/globals";
import { describeInBrowser, loadAxe } from "../support/chromium.ts";
import { findBarriers, useDocsPage } from "../support/docs-page.ts";

jest.setTimeout(1_800_000);

const RULES = [
  "aria-allowed-attr",
  "aria-allowed-role",
  "button-name",
  "landmark-unique",
  "nested-interactive",
];

/**
 * Clicks every menu entry from the top, including entries that a click adds. Checks the page right after the first and the
 * last click in each group, and once the group is drawn. Closes each group afterwards, because the checker takes seconds
 * on a page with all groups open.
 */
const CLICK_THROUGH = `async (rules) => {
  let changes = 0;
  new MutationObserver(() => changes++).observe(document.body, { childList: true, subtree: true });
  const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  const drawn = async () => {
    for (let seen = -1; seen !== changes; ) {
      seen = changes;
      await wait(300);
    }
  };
  const broken = new Set();
  const check = async (entry) => {
    const { violations } = await axe.run(document, { runOnly: rules, resultTypes: ["violations"] });
    for (const { id: rule, nodes } of violations)
      broken.add(rule + " after " + entry.dataset.sidebarId + ": " + nodes[0].html);
  };
  const click = async (entry) => {
    entry.querySelector("button").click();
    await wait(0);
  };
  const clicked = [];
  const nextWithin = (group) =>
    [...group.querySelectorAll("li[data-sidebar-id]")].find(({ dataset }) => !clicked.includes(dataset.sidebarId));
  const menu = document.querySelector("aside");
  const isNested = (entry) => entry.parentElement.closest("li[data-sidebar-id]") !== null;
  const tops = [...menu.querySelectorAll("li[data-sidebar-id]")].filter((entry) => !isNested(entry));
  const isOpen = (top) => top.querySelector("button[aria-expanded=true]") !== null;
  for (const top of tops) {
    let entry = top;
    for (let next = top; next !== undefined; next = nextWithin(top)) {
      entry = next;
      clicked.push(entry.dataset.sidebarId);
      await click(entry);
      if (entry === top) await check(entry);
    }
    await check(entry);
    await drawn();
    await check(entry);
    // The first click only leads back to its beginning.
    for (let clicks = 0; clicks < 2 && isOpen(top); clicks++) await click(top);
  }
  for (const top of tops) if (!isOpen(top)) top.querySelector("button").click();
  await drawn();
  return { broken: [...broken], clicked };
}`;

/** Shows examples and defaults of fields, which otherwise appear only under a pointer. */
const OPEN_LISTS = "[class^=property-][class$=-value-list] { display: flex !important; }";

type Walk = { readonly broken: readonly string[]; readonly clicked: readonly string[] };

describeInBrowser("the menu of the reference page", () => {
  const docs = useDocsPage();

  it("leads to every entry, and has no accessibility barriers right after a click or later", async () => {
    const page = await docs.open();
    await page.addStyleTag({ content: OPEN_LISTS });
    await loadAxe(page);
    const { broken, clicked } = await page.evaluate<Walk>(`(${CLICK_THROUGH})(${JSON.stringify(RULES)})`);
    expect(broken).toEqual([]);
    expect(clicked.length).toBeGreaterThan(150);
    expect(await findBarriers(page)).toEqual([]);
    expect(docs.problems).toEqual([]);
  });
});
