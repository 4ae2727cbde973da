import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { bodyExample } from "./described-endpoints.ts";

/** A form's post to a lead source. */
export const DELIVERY_EXAMPLE = { first_name: "Dana", last_name: "Doe", email: "dana@example.com" };

const RECIPES = join(import.meta.dirname, "../../../../docs/recipes");

const readSource = (recipe: string) => JSON.parse(readFileSync(join(RECIPES, recipe, "source.json"), "utf8"));

/** More examples of a body, by endpoint and example name: the sources of well-known senders. */
export const NAMED_BODY_EXAMPLES: Readonly<
  Record<string, Readonly<Record<string, { readonly name: string }>>>
> = {
  "create-source": {
    "intake-form": Object(bodyExample("create-source")),
    ...Object.fromEntries(readdirSync(RECIPES).map((recipe) => [recipe, readSource(recipe)])),
  },
};
