import { beginDesk, drawDesk } from "./app.tsx";
import { loadTexts } from "./texts.ts";

const open = async (): Promise<void> => {
  const root = document.getElementById("desk");
  beginDesk();
  await loadTexts();
  if (root) drawDesk(root);
};

open().catch(() => document.getElementById("blocked")?.classList.add("shown"));

// The page from the browser's cache may be of somebody who has signed out since.
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
