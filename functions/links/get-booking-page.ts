import { publicPage } from "../../shared/api/public-page.ts";

export const handler = publicPage({ name: "get-booking-page", styles: "'self'" });
