/** A heading of the guides with the content below it, rendered when the page was bundled. */
type Section = { readonly id: string; readonly heading: string; readonly content: HTMLElement };

/** Copies the guides from the page's HTML. */
export const readSections = (): Section[] =>
  [...document.querySelectorAll("#outline section")].map((section) => {
    const [heading, ...rest] = section.children;
    const content = document.createElement("div");
    content.className = "markdown";
    content.append(...rest.map((element) => element.cloneNode(true)));
    return { id: section.id, heading: `${marks(heading)} ${heading?.textContent}`, content };
  });

/** Returns `"##"` for `<h2>`. */
const marks = (heading: Element | undefined) => "#".repeat(Number(heading?.tagName.charAt(1)));

/** Adds the content of each section to its heading, each time that Scalar draws that. */
export const addContents = (sections: readonly Section[], slug: string) => {
  for (const { id, content } of sections) {
    const place = document.getElementById(`${slug}/${id}`);
    if (place && content.parentElement !== place) place.append(content);
  }
};
