import type { ConfigData } from "html-validate";
import { HtmlValidate } from "html-validate";

// Valid, but React or CSS decide otherwise.
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
/** A product form's rows repeat field names, in order. */
const owners = new HtmlValidate({
  extends: extending,
  rules: { ...rules, "form-dup-name": "off" },
});

/** Faults of served HTML; rows only in the admin. */
export async function htmlProblems(page: string, whose: "shop" | "admin"): Promise<string[]> {
  const report = await (whose === "shop" ? shops : owners).validateString(page);
  const messages = report.results.flatMap((result) => result.messages);
  return messages.map(({ ruleId, message, line }) => `${line} ${ruleId}: ${message}`);
}
