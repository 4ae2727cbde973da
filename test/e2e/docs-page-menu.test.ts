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
 * Clicks every menu entry from the top, including entries that a click adds. Closes each group afterwards, because the
 * checker takes seconds on a page with all groups open. Checks the page right after each click. The check after the next
 * click also covers what this click draws later.
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
  const check = async (id) => {
    const { violations } = await axe.run(document, { runOnly: rules, resultTypes: ["violations"] });
    for (const { id: rule, nodes } of violations) broken.add(rule + " after " + id + ": " + nodes[0].html);
  };
  const click = async (entry) => {
    const { sidebarId } = entry.dataset;
    entry.querySelector("button").click();
    await wait(0);
    await check(sidebarId);
    await drawn();
  };
  const clicked = [];
  const clickWithin = async (group) => {
    for (;;) {
      const entries = [...group.querySelectorAll("li[data-sidebar-id]")];
      const entry = entries.find(({ dataset }) => !clicked.includes(dataset.sidebarId));
      if (entry === undefined) return;
      clicked.push(entry.dataset.sidebarId);
      await click(entry);
    }
  };
  const menu = document.querySelector("aside");
  const isNested = (entry) => entry.parentElement.closest("li[data-sidebar-id]") !== null;
  const tops = [...menu.querySelectorAll("li[data-sidebar-id]")].filter((entry) => !isNested(entry));
  const isOpen = (top) => top.querySelector("button[aria-expanded=true]") !== null;
  for (const top of tops) {
    clicked.push(top.dataset.sidebarId);
    await click(top);
    await clickWithin(top);
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
