import { HAS_PROSE } from "./has-prose.ts";

/** Ids in the examples of the OpenAPI document. A bundle has none. */
export const EXAMPLE_IDS = HAS_PROSE
  ? ({
      // The demo firm has this attorney and this lead, so the examples work there.
      attorney: "019a49ff-0a00-7b1c-8d2e-3f4a5b6c7d80",
      lead: "019a4a1e-5c00-7a3b-9c2d-4f1e8b7a6c50",
      // A lead of the same person.
      otherLead: "019a4a13-4d80-7c6e-8b1f-0a9d8c7e6f51",
      activity: "019a4a1f-0580-7e9a-8c4b-1d2e3f4a5b60",
      conflictCheck: "019a4a1f-3480-7b5c-9d6e-3f4a5b6c7d82",
      consultation: "019a4a20-1f80-7d4e-8a6b-2c9d0e1f3a72",
      feed: "019a4a0c-1a00-7e2d-9f3b-4c5d6e7f8a90",
      key: "019a49f0-2b00-7a8b-9c0d-1e2f3a4b5c61",
      link: "019a4a1e-9b00-7c3d-8e5f-7a8b9c0d1e2f",
      calendarLink: "019a4a22-7c00-7d5e-9f60-8b9c0d1e2f3a",
      session: "019a4a23-5d00-7e6f-8a71-9c0d1e2f3a4b",
      source: "019a4a05-3e00-7c5d-9e8f-1a2b3c4d5e60",
      webhook: "019a4a0b-7700-7f6a-8b9c-0d1e2f3a4b51",
    } as const)
  : ({} as never);
