import { publicPage } from "../../shared/api/public-page.ts";

export const handler = publicPage({ name: "get-desk-page", styles: "'self'" });
