const LIKE_EMAIL = "Please enter a valid email address, like name@example.com.";

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isControl = (target: EventTarget | null): target is Control =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement;

/** The label's own text, without its "(optional)". */
const labelOf = (control: Control) =>
  control.labels?.[0]?.firstChild?.textContent?.trim() || "This field";

/**
 * What a control's own attributes find wrong with its value, in the shop's words; undefined when nothing, and for what is no control.
 * The server validates by its own rules when the form is sent.
 */
export function nativeProblem(target: EventTarget | null): string | undefined {
  if (!isControl(target) || target.validity.valid) return undefined;
  const { validity } = target;
  if (validity.valueMissing) return `${labelOf(target)} is required`;
  if (validity.typeMismatch && target.type === "email") return LIKE_EMAIL;
  return target.validationMessage;
}
