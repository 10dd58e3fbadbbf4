import { xmlText } from "#core/xml-text.ts";
import type { LoadedDesign } from "./freesewing.server.ts";

export const spaced = (text: string) => text.replace(/([a-z])([A-Z0-9])/g, "$1 $2").toLowerCase();
export const withCapital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** Parts that FreeSewing calls otherwise on its sheets than in its lists, by their keys in small letters: one name everywhere. */
const TAILORS_NAMES: Readonly<Record<string, string>> = {
  collarstand: "Collar stand",
  topsleeve: "Upper sleeve",
  undercollar: "Under collar",
  undersleeve: "Under sleeve",
};

/** What a tailor calls a part: `simon.frontLeft` is "Front left". */
export function partTitle(loaded: LoadedDesign, part: string): string {
  const key = part.slice(part.indexOf(".") + 1);
  return TAILORS_NAMES[key.toLowerCase()] ?? loaded.texts.parts[key] ?? withCapital(spaced(key));
}

/** FreeSewing's keys as text: `simon:frontLeft`, `cuff`. Text that is no key stays. */
export function translate({ texts }: LoadedDesign, text: string): string {
  const key = text.slice(text.indexOf(":") + 1);
  const known =
    TAILORS_NAMES[key.toLowerCase()] ??
    texts.strings[text] ??
    texts.strings[key] ??
    texts.parts[text] ??
    texts.parts[key];
  if (known !== undefined) return known;
  return /^[a-z][A-Za-z0-9-]*(:[A-Za-z0-9.-]+)?$/.test(text) ? withCapital(spaced(key)) : text;
}

const PLAIN: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  // FreeSewing's own spacing along seams.
  "&#160;": "\u00a0",
};

/** Escapes once, although FreeSewing asks twice for the same text. */
export const escaped = (text: string) =>
  xmlText(text.replace(/&(amp|lt|gt|quot|#39|#160);/g, (entity) => PLAIN[entity] ?? ""));
