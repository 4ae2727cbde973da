import { cpSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { PUBLIC_PATHS } from "../../../shared/routes.ts";

/**
 * Copies what `bundlePage` wrote for the functions of the pages, compressed by gzip and without the pages themselves,
 * into a directory. There each file has the path at which browsers find it.
 */
export const copyPageFiles = (bundles: string, directory: string): void => {
  for (const [name, paths] of Object.entries(PUBLIC_PATHS))
    for (const path of paths.filter((each) => each.endsWith("/{file}"))) {
      const page = join(bundles, name, "page");
      for (const file of readdirSync(page).filter((each) => each.endsWith(".gz") && each !== "index.html.gz"))
        cpSync(join(page, file), join(directory, dirname(path), basename(file, ".gz")));
    }
};
