import type { DeliveryAddress } from "./delivery-address.ts";
import { countryName } from "./delivery-address.ts";
import type { PostalFormat } from "./postal-format.server.ts";
import { postalFormat } from "./postal-format.server.ts";

/** Scripts whose countries also write an address from the country down to the name. */
const ownScript =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

const folded = (text: string) =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

type Part = "%N" | "%A" | "%C" | "%S" | "%Z";

/** The street is written in Latin letters, or in those of its country. */
const linesOf = ({ lines, local }: PostalFormat, street: string) =>
  (local && ownScript.test(street) ? local : lines).split("%n");

/** Some formats put letters before the code that people also write themselves: "LV-1010". */
function beforeCode(literal: string, postalCode: string): string {
  const prefix = literal.trim();
  return /^\p{L}/u.test(prefix) && postalCode.startsWith(prefix)
    ? literal.slice(0, literal.indexOf(prefix))
    : literal;
}

const isPart = (token: string | undefined): token is Part => /^%[NACSZ]$/.test(token ?? "");

/** What a line of the format says without its parts: "SINGAPORE" of "SINGAPORE %Z", and not the prefix "LV-". */
function literalOf(tokens: readonly string[]): string {
  const literal = tokens
    .filter((token) => !isPart(token))
    .join("")
    .trim();
  return /^\p{L}{4,}$/u.test(literal) ? literal : "";
}

/** A line of the format with its parts filled in; a separator beside a missing part is left out, and "" is no line. */
function fillLine(line: string, partOf: (part: Part) => string): string {
  const tokens = line.split(/(%[NACSZ])/).filter(Boolean);
  if (!tokens.some((token) => isPart(token) && partOf(token) !== "")) return literalOf(tokens);
  let filled = "";
  for (const [index, token] of tokens.entries()) {
    const before = tokens[index - 1];
    const after = tokens[index + 1];
    if (isPart(token)) filled += partOf(token);
    else if (isPart(after) && partOf(after) === "") continue;
    else if (isPart(before) && filled === "") continue;
    else filled += after === "%Z" ? beforeCode(token, partOf("%Z")) : token;
  }
  return filled.replace(/\s+/g, " ").trim();
}

type Line = { parts: string; text: string };

const lastWith = (lines: readonly Line[], part: Part) =>
  lines.findLastIndex(({ parts }) => parts.includes(part));

/** Adds city, region and code that the country's format has no room for: after the street, the city and at the end. */
function addUnwritten(lines: readonly Line[], address: DeliveryAddress): Line[] {
  const all = [...lines];
  const isWritten = (part: Part) => lastWith(all, part) >= 0;
  const named = all.filter(({ parts }) => !/%[NA]/.test(parts)).map(({ text }) => text);
  const isNamed = (text: string) =>
    [countryName(address.country), ...named].some(
      (each) => folded(each.replace(/\d+/g, "")) === folded(text),
    );
  if (!isWritten("%C") && address.city !== "" && !isNamed(address.city)) {
    all.splice(lastWith(all, "%A") + 1, 0, { parts: "%C", text: address.city });
  }
  if (!isWritten("%S") && address.region !== "" && !isNamed(address.region)) {
    const after = Math.max(lastWith(all, "%C"), lastWith(all, "%A"));
    all.splice(after + 1, 0, { parts: "%S", text: address.region });
  }
  if (!isWritten("%Z") && address.postalCode !== "") {
    all.push({ parts: "%Z", text: address.postalCode });
  }
  return all;
}

/** Whether the format itself names the country, as in "SINGAPORE 546080". */
const namesCountry = (format: readonly string[], country: string) =>
  format.some((line) => folded(line.replace(/%[NACSZ]/g, "")) === folded(countryName(country)));

/**
 * The lines of an address in its country's order (Universal Postal Union, by Google's address data): each part once,
 * also one that the country's own mail leaves out, then the country's name and the phone. Server only: the formats
 * are too large for a page's script.
 */
export function addressLines(submitted: DeliveryAddress): string[] {
  const trimmed = Object.entries(submitted).map(([part, value]) => [part, String(value).trim()]);
  const address = Object.fromEntries(trimmed) as DeliveryAddress;
  const { city, country, fullName, line1, line2, phone, postalCode, region } = address;
  const format = linesOf(postalFormat(country), `${line1}${line2}`);
  const parts: Record<Part, string> = {
    "%N": fullName,
    "%A": line1 || line2,
    "%C": city,
    // Seoul, Madrid and Kowloon are city and region at once.
    "%S": folded(region) === folded(city) ? "" : region,
    "%Z": postalCode,
  };
  const lines = format.flatMap((line): Line[] => {
    const written = { parts: line, text: fillLine(line, (part) => parts[part]) };
    // The second line of the street stands alone, behind the first.
    const isSecond = line.includes("%A") && line1 !== "" && line2 !== "";
    return isSecond ? splitStreet(line, parts, line2) : [written];
  });
  const own = namesCountry(format, country) ? "" : countryName(country);
  const all = addUnwritten(lines, address).map(({ text }) => text);
  return [...all, own, phone].filter(Boolean);
}

/** What follows the street in its line, such as a region, follows the second line. */
function splitStreet(line: string, parts: Record<Part, string>, line2: string): Line[] {
  const [before = "", after = ""] = line.split("%A");
  const first = `${before}%A`;
  const second = { ...parts, "%A": line2 };
  return [
    { parts: first, text: fillLine(first, (part) => parts[part]) },
    { parts: `%A${after}`, text: fillLine(`%A${after}`, (part) => second[part]) },
  ];
}
