import document from "../../docs/openapi.json" with { type: "json" };
import { publicDocument } from "../../shared/http/public-document.ts";

export const handler = publicDocument({
  name: "get-openapi",
  contentType: "application/json; charset=utf-8",
  text: () => JSON.stringify(document),
});
