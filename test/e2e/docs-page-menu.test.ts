import { expect, it, jest } from "@jest/globals";
import { describeInBrowser, loadAxe } from "../support/chromium.ts";
import { useDocsPage } from "../support/docs-page.ts";

jest.setTimeout(1_800_000);

/** The rules that Scalar's markup breaks until the page has corrected it. */
const CORRECTED = {
  runOnly: ["aria-allowed-attr", "aria-allowed-role", "button-name", "landmark-unique", "nested-interactive"],
};
/** Contrast takes half of the time, and is the same in each group. */
const ALL = { rules: { "color-contrast": { enabled: false } } };

/**
 * Opens each group of the menu and the groups in it, and clicks the last entry. Finds entries whose place the page does not
 * have. Checks the page right afterwards, and once the group is drawn. Then closes the group, because the checker takes
 * minutes on a page with all groups open. The guides are always drawn: they stay open, and are checked once.
 */
const CLICK_THROUGH = `async (corrected, all) => {
  let changes = 0;
  new MutationObserver(() => changes++).observe(document.body, { childList: true, subtree: true });
  const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  const drawn = async () => {
    for (let seen = -1; seen !== changes; ) {
      seen = changes;
      await wait(300);
    }
  };
  // The page draws the parts of a group one after the other.
  const withoutPlace = async (ids) => {
    const deadline = Date.now() + 60_000;
    for (;;) {
      const missing = ids.filter((id) => document.getElementById(id) === null);
      if (missing.length === 0 || Date.now() > deadline) return missing;
      await wait(100);
    }
  };
  const broken = [];
  const check = async (top, rules) => {
    const { violations } = await axe.run(document, { ...rules, resultTypes: ["violations"] });
    for (const { id: rule, impact, nodes } of violations)
      if (["serious", "critical"].includes(impact))
        broken.push(rule + " in " + top.dataset.sidebarId + ": " + nodes[0].html);
  };
  const click = async (entry) => {
    entry.querySelector("button").click();
    await wait(0);
  };
  const entriesIn = (part) => [...part.querySelectorAll("li[data-sidebar-id]")];
  const isOpen = (entry) => entry.querySelector("button[aria-expanded=true]") !== null;
  const isNested = (entry) => entry.parentElement.closest("li[data-sidebar-id]") !== null;
  const entries = new Set();
  const lost = [];
  for (const top of entriesIn(document.querySelector("aside")).filter((entry) => !isNested(entry))) {
    await click(top);
    for (const group of entriesIn(top)) if (group.querySelector("[aria-expanded=false]")) await click(group);
    await click(entriesIn(top).at(-1) ?? top);
    const opened = entriesIn(top);
    const draws = opened.length > 0 && !top.dataset.sidebarId.includes("/description/");
    if (draws) await check(top, corrected);
    await drawn();
    const ids = [top, ...opened].map(({ dataset }) => dataset.sidebarId);
    for (const id of ids) entries.add(id);
    lost.push(...(await withoutPlace(ids)));
    if (!draws) continue;
    await check(top, all);
    // The first click only leads back to its beginning.
    for (let clicks = 0; clicks < 2 && isOpen(top); clicks++) await click(top);
  }
  await check(document.querySelector("li[data-sidebar-id]"), all);
  return { broken, lost, entries: entries.size };
}`;

/** Shows examples and defaults of fields, which otherwise appear only under a pointer. */
const OPEN_LISTS = "[class^=property-][class$=-value-list] { display: flex !important; }";

type Walk = {
  readonly broken: readonly string[];
  readonly lost: readonly string[];
  readonly entries: number;
};

describeInBrowser("the menu of the reference page", () => {
  const docs = useDocsPage();

  it("has a place for every entry, and no accessibility barriers right after a click or later", async () => {
    const page = await docs.open();
    await page.addStyleTag({ content: OPEN_LISTS });
    await loadAxe(page);
    const rules = [CORRECTED, ALL].map((each) => JSON.stringify(each));
    const { broken, lost, entries } = await page.evaluate<Walk>(`(${CLICK_THROUGH})(${rules})`);
    expect([...broken, ...lost]).toEqual([]);
    expect(entries).toBeGreaterThan(150);
    expect(docs.problems).toEqual([]);
  });
});
