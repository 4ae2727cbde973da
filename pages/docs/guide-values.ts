// The guides are written for any host. The page shows them with its own address and, on the local service, with the
// demo firm's key, so that a sample works as pasted. The HTML is the same everywhere, and so may be cached.

/** The service's address, as the page's HTML has it. */
const ADDRESS = "https://…";

/** The reader's key, as the guides write it in a shell. */
const KEY = "INTAKE_KEY=itk_…";

const LOCAL = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** Replaces the address and, given the demo firm's key, the key in the guides below an element. */
export const fillGuides = (root: Node, origin: string, demoKey: string | null) => {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const filled = text.nodeValue?.replaceAll(ADDRESS, origin) ?? "";
    text.nodeValue = demoKey === null ? filled : filled.replace(KEY, `INTAKE_KEY=${demoKey}`);
  }
};

/** Returns the demo firm's key. Only the local service has it; no other host is asked. */
export const fetchDemoKey = async (): Promise<string | null> => {
  if (!LOCAL.test(location.hostname)) return null;
  const key = await fetch("/demo/key")
    .then((response) => (response.ok ? response.text() : ""))
    .catch(() => "");
  return /^itk_\w+$/.test(key) ? key : null;
};
