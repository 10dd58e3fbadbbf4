import type { ConfigData } from "html-validate";
import { HtmlValidate } from "html-validate";

// React writes HTML this way, or CSS decides; all of it is valid.
const rules: ConfigData["rules"] = {
  "attr-case": "off",
  "attribute-boolean-style": "off",
  "attribute-empty-style": "off",
  "form-dup-name": ["error", { shared: ["radio", "checkbox", "button", "reset", "submit"] }],
  "no-inline-style": "off",
  "no-implicit-input-type": "off",
  "tel-non-breaking": "off",
  "unique-landmark": "off",
  "valid-id": ["error", { relaxed: true }],
  "void-style": "off",
};

const extending = ["html-validate:recommended"];
const shops = new HtmlValidate({ extends: extending, rules });
/** Rows of a product's form repeat their field names; their order distinguishes them. */
const owners = new HtmlValidate({
  extends: extending,
  rules: { ...rules, "form-dup-name": "off" },
});

/** Describes each fault of served HTML in a sentence; only the admin's forms may have rows. */
export async function htmlProblems(page: string, whose: "shop" | "admin"): Promise<string[]> {
  const report = await (whose === "shop" ? shops : owners).validateString(page);
  const messages = report.results.flatMap((result) => result.messages);
  return messages.map(({ ruleId, message, line }) => `${line} ${ruleId}: ${message}`);
}
