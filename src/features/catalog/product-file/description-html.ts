const NAMED: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  ndash: "–",
  mdash: "—",
  hellip: "…",
  lsquo: "‘",
  rsquo: "’",
  ldquo: "“",
  rdquo: "”",
  bull: "•",
  eacute: "é",
  egrave: "è",
  copy: "©",
  reg: "®",
  trade: "™",
  deg: "°",
  times: "×",
  frac12: "½",
};

const codeOf = (letter: string) => `&#${letter.codePointAt(0)};`;

function escaped(line: string): string {
  const safe = line.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
  // Browsers collapse white space.
  return safe.replace(/[\t\r\f]|(?<=^|\s) | $/g, codeOf);
}

/** Plain text as HTML: an empty line separates paragraphs, a newline breaks. */
export function descriptionToHtml(text: string): string {
  if (text === "") return "";
  const paragraphs = text.split("\n\n").map((each) => each.split("\n").map(escaped).join("<br>"));
  return paragraphs.map((each) => `<p>${each}</p>`).join("");
}

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z0-9]{2,8}));/gi, (whole, ...found) => {
    const [decimal, hex, name] = found as (string | undefined)[];
    if (name) return NAMED[name.toLowerCase()] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex ?? "", 16);
    const isText = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
    return isText ? String.fromCodePoint(code) : "";
  });
}

// Tags end before the next begins, so that "<script<script" takes linear time.
const HIDDEN =
  /<(script|style|template|head|title)\b[^<>]*>[\s\S]*?(?:<\/\1\s*>|$)|<!--[\s\S]*?(?:-->|$)/gi;
const PARAGRAPHS = /<\/(?:p|h[1-6]|ul|ol|table|blockquote) *> */gi;
const LINES = /(?:<br\b[^<>]*>|<\/(?:div|li|tr|dt|dd) *>) */gi;
const TAG = /<\/?[a-z][^<>]*>?/gi;

/**
 * A description's plain text: paragraphs and breaks stay, tags, scripts and comments go, entities are
 * decoded. Text without tags is unchanged. Always shown as text.
 */
export function descriptionFromHtml(html: string): string {
  const source = html.replace(/\r\n?/g, "\n");
  if (!/<\/?[a-z!]/i.test(source)) return decodeEntities(source).trim();
  const text = source
    .replace(HIDDEN, "")
    .replace(/[ \t\n\f]+/g, " ")
    .replace(PARAGRAPHS, "\n\n")
    .replace(LINES, "\n")
    .replace(/<li\b[^<>]*>/gi, "• ")
    .replace(TAG, "");
  return decodeEntities(text).trim();
}
