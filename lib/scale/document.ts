import { assumptionsSection } from "./assumptions-section.ts";
import { costSection } from "./cost-section.ts";
import { countedSection } from "./counted-section.ts";
import type { Figures } from "./figures.ts";
import { floodSection } from "./flood-section.ts";
import { growthSection } from "./growth-section.ts";
import { quotaSection } from "./quota-section.ts";
import { searchSection } from "./search-section.ts";

/** Where `npm run scale` writes it. */
export const SCALE_FILE = "docs/scale.md";

const INTRODUCTION = `# Cost and limits

Written by \`npm run scale\` (\`lib/scale/\`) from what the bench counts (\`test/bench/figures.json\`) and AWS's list prices; edit those, not this.
Round trips, units and bytes are counted. How long functions take in the cloud, and what firms do, is assumed.`;

/** The text of `docs/scale.md`. */
export const scaleDocument = (figures: Figures): string =>
  [
    INTRODUCTION,
    assumptionsSection(),
    costSection(figures),
    quotaSection(figures),
    growthSection(figures),
    floodSection(figures),
    searchSection(figures),
    countedSection(figures),
  ]
    .join("\n\n")
    .concat("\n");
