import { FEW_SERVERS_MESSAGE, NO_EMAIL_MESSAGE } from "#core/email-messages.ts";

const LIKE_URL = "Please enter the whole address, like https://www.example.com/track/123";

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isControl = (target: EventTarget | null): target is Control =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement;

/** Omits "(optional)". */
const labelOf = (control: Control) =>
  control.labels?.[0]?.firstChild?.textContent?.trim() || "This field";

/** Message of a failed HTML constraint; undefined for valid values. The server applies its own rules. */
export function nativeProblem(target: EventTarget | null): string | undefined {
  if (!isControl(target) || target.validity.valid) return undefined;
  const { validity } = target;
  if (validity.valueMissing) return `${labelOf(target)} is required`;
  if (validity.typeMismatch && target.type === "email")
    return /[^\p{ASCII}].*@/u.test(target.value) ? FEW_SERVERS_MESSAGE : NO_EMAIL_MESSAGE;
  if (validity.typeMismatch && target.type === "url") return LIKE_URL;
  return target.validationMessage;
}
