import { publicPage } from "../../shared/api/public-page.ts";

// The library that draws the page writes its theme into a style element.
export const handler = publicPage({ name: "get-docs", styles: "'self' 'unsafe-inline'" });
