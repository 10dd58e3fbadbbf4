import { xmlText } from "#core/xml-text.ts";

export type EmailBlock =
  | { kind: "text"; text: string }
  | ({ kind: "image" } & EmailImage)
  | { kind: "lines"; lines: readonly EmailLine[] }
  | { kind: "amounts"; rows: readonly EmailAmount[] }
  /** Large enough to copy from a phone. */
  | { kind: "code"; label: string; code: string }
  | { kind: "note"; title: string; lines: readonly string[] }
  | { kind: "button"; label: string; url: string };

/** An image, with the swatch of a cloth that it does not show, and the sentence about it. `src` is "" of a swatch without an image. */
export type EmailImage = {
  src: string;
  alt: string;
  swatch?: { src: string; alt: string; sentence: string } | null;
};

/** `was` is the price without an offer. */
type EmailLine = { title: string; details: readonly string[]; amount: string; was: string | null };

type EmailAmount = { label: string; amount: string; isSum: boolean };

export type EmailSite = { siteName: string; siteUrl: string };

/** Whom an email greets; null or undefined where nobody's name is known. Whoever sends it never leaves it out. */
export type EmailGreeting = { customerName: string | null | undefined };

/** Of an email that greets nobody by name, such as one to the shop, also where it has the facts of a customer's email. */
export type NoGreeting = { customerName?: null };

/** "Dear Asha Persaud,", or "Hello," where no name is known. The name is a single line. */
export function greetingText({ customerName }: Partial<EmailGreeting>): string {
  const name = singleLine(customerName ?? "");
  return name === "" ? "Hello," : `Dear ${name},`;
}

/** `preview` stands beside the subject in inboxes. */
export type EmailContent = {
  subject: string;
  preview: string;
  heading: string;
  blocks: readonly EmailBlock[];
  footer: readonly string[];
};

export type RenderedEmail = { subject: string; text: string; html: string };

/** Removes control characters, so that the text cannot start a mail header. */
export function singleLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .replace(/ {2,}/g, " ")
    .trim();
}

/** The colors are those of `src/ui/theme.css`. Mail programs lack variables, so elements have a color and a dark class. */
export const lightColors = {
  ink: "#1C1815",
  quiet: "#6A655F",
  line: "#E2DACD",
  background: "#F8F5EF",
  card: "#FFFFFF",
  demerara: "#9A5B25",
  button: "#20382D",
  label: "#F8F5EF",
} as const;

const darkColors: Record<keyof typeof lightColors, string> = {
  ink: "#F3EDE2",
  quiet: "#B9B1A6",
  line: "#3B352F",
  background: "#141210",
  card: "#1E1A17",
  demerara: "#DDA872",
  // Dark green lacks contrast, so button and label swap.
  button: "#F3EDE2",
  label: "#1C1815",
};

/** One element's classes never set the same property. */
const colorClasses = {
  ink: ["color", "ink"],
  quiet: ["color", "quiet"],
  demerara: ["color", "demerara"],
  label: ["color", "label"],
  background: ["background", "background"],
  card: ["background", "card"],
  button: ["background", "button"],
  line: ["border-color", "line"],
  edge: ["border-color", "ink"],
} as const;

const darkRules = Object.entries(colorClasses)
  .map(([name, [property, token]]) => `.${name}{${property}:${darkColors[token]}!important}`)
  .join("");

export const DARK_STYLES = `@media (prefers-color-scheme:dark){${darkRules}}`;

const CLASSED_TAG = /<[a-z][^>]* class="([^"]*)"[^>]*>/g;

function isColorClass(name: string): name is keyof typeof colorClasses {
  return Object.hasOwn(colorClasses, name);
}

/** Inlines dark colors, for a frame without style sheets. */
export function inDarkMode(html: string): string {
  return html.replaceAll(CLASSED_TAG, (tag, names: string) => {
    let recolored = tag;
    for (const name of names.split(" ").filter(isColorClass)) {
      const [property, token] = colorClasses[name];
      const from = lightColors[token];
      const to = darkColors[token];
      recolored =
        property === "border-color"
          ? recolored.replaceAll(`solid ${from}`, `solid ${to}`)
          : recolored.replaceAll(
              new RegExp(`(?<![\\w-])${property}:${from}`, "g"),
              `${property}:${to}`,
            );
    }
    return recolored;
  });
}

const { ink, quiet, line, background, card, demerara, button, label } = lightColors;
const display = "'Cormorant Garamond',Georgia,'Times New Roman',serif";
const sans = "Figtree,'Helvetica Neue',Arial,sans-serif";

const paragraph = `margin:0 0 16px;font:400 16px/1.6 ${sans};color:${ink}`;
const small = `font:400 14px/1.5 ${sans};color:${quiet}`;
const amount = `font:400 16px/1.5 ${sans};color:${ink};text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums lining-nums`;

/** The styles set phone margins and dark mode. */
const STYLES = `<style>:root{color-scheme:light dark}@media (max-width:480px){.ground{padding:12px 8px!important}.page{padding:28px 22px!important}}${DARK_STYLES}</style>`;

/** Keeps inboxes from appending the email's first words. */
const PREVIEW_PADDING = "&#847;&zwnj;&nbsp;".repeat(60);

/** Returns an escaped http(s) URL, else "". */
function safeUrl(url: string): string {
  return /^https?:\/\//i.test(url) ? xmlText(url) : "";
}

function table(rows: string): string {
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse;margin:0 0 24px">${rows}</table>`;
}

/** A URL without the sign that ends its sentence, and that sign. */
const URL_AND_END = /^(.*?)([.,;:!?)]*)$/s;

/** Only the shop's URLs become links: notes contain submitted text. */
function noteLine(text: string, siteUrl: string): string {
  if (safeUrl(`${siteUrl}/`) === "") return xmlText(text);
  return text
    .split(" ")
    .map((word) => {
      if (!word.startsWith(`${siteUrl}/`)) return xmlText(word);
      const [, url = word, end = ""] = URL_AND_END.exec(word) ?? [];
      return `<a href="${xmlText(url)}" class="ink" style="color:${ink}">${xmlText(url)}</a>${xmlText(end)}`;
    })
    .join(" ");
}

function linesHtml({ lines }: Extract<EmailBlock, { kind: "lines" }>): string {
  const rows = lines.map((each) => {
    const was = each.was
      ? `<s class="quiet" style="color:${quiet}">${xmlText(each.was)}</s><br>`
      : "";
    const price = each.was
      ? `<span class="demerara" style="color:${demerara}">${xmlText(each.amount)}</span>`
      : xmlText(each.amount);
    const details = each.details
      .map((detail) => `<br><span class="quiet" style="${small}">${xmlText(detail)}</span>`)
      .join("");
    return `<tr><td valign="top" class="ink line" style="padding:12px 16px 12px 0;border-top:1px solid ${line};font:500 16px/1.5 ${sans};color:${ink}">${xmlText(each.title)}${details}</td><td valign="top" class="ink line" style="padding:12px 0;border-top:1px solid ${line};${amount}">${was}${price}</td></tr>`;
  });
  return table(rows.join(""));
}

function amountsHtml({ rows }: Extract<EmailBlock, { kind: "amounts" }>): string {
  return table(
    rows
      .map((row) => {
        const edge = row.isSum ? `border-top:1px solid ${ink};font-weight:600` : "";
        return `<tr><td class="ink edge" style="padding:6px 16px 6px 0;font:400 16px/1.5 ${sans};color:${ink};${edge}">${xmlText(row.label)}</td><td class="ink edge" style="padding:6px 0;${amount};${edge}">${xmlText(row.amount)}</td></tr>`;
      })
      .join(""),
  );
}

function imageHtml({ alt, src, swatch = null }: EmailImage): string {
  const image = `<img src="${safeUrl(src)}" alt="${xmlText(alt)}" width="520" style="display:block;width:100%;max-width:520px;height:auto;border:0;margin:0 0 ${swatch ? 12 : 24}px">`;
  if (!swatch) return image;
  const cloth =
    swatch.src === ""
      ? ""
      : `<td width="88" style="padding:0 16px 0 0;vertical-align:top"><img src="${safeUrl(swatch.src)}" alt="${xmlText(swatch.alt)}" width="72" height="72" class="line" style="display:block;width:72px;height:72px;border:1px solid ${line}"></td>`;
  return `${image}<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 24px"><tr>${cloth}<td class="quiet" style="vertical-align:top;${small}">${xmlText(swatch.sentence)}</td></tr></table>`;
}

function blockHtml(block: EmailBlock, siteUrl: string): string {
  switch (block.kind) {
    case "text":
      return `<p class="ink" style="${paragraph}">${xmlText(block.text).replaceAll("\n", "<br>")}</p>`;
    case "image":
      return imageHtml(block);
    case "lines":
      return linesHtml(block);
    case "amounts":
      return amountsHtml(block);
    case "note":
      return `<p class="ink" style="margin:0 0 4px;font:600 14px/1.5 ${sans};color:${ink}">${xmlText(block.title)}</p><p class="quiet" style="margin:0 0 24px;${small}">${block.lines.map((text) => noteLine(text, siteUrl)).join("<br>")}</p>`;
    case "code":
      return `<p class="quiet line" style="margin:8px 0 28px;padding:18px 0;border-top:1px solid ${line};border-bottom:1px solid ${line};${small}">${xmlText(block.label)}<br><span class="ink" style="font:500 30px/1.3 ${display};color:${ink};letter-spacing:.02em;font-variant-numeric:lining-nums;white-space:nowrap">${xmlText(block.code)}</span></p>`;
    case "button":
      return `<p style="margin:8px 0 32px"><a href="${safeUrl(block.url)}" class="button label" style="display:inline-block;background:${button};color:${label};padding:14px 28px;font:500 16px/1.25 ${sans};text-decoration:none;border-radius:2px">${xmlText(block.label)}</a></p>`;
  }
}

function blockText(block: EmailBlock): string {
  switch (block.kind) {
    case "text":
      return block.text;
    case "image":
      return "";
    case "lines":
      return block.lines
        .map((each) => {
          const was = each.was ? ` (instead of ${each.was})` : "";
          return [`${each.title}: ${each.amount}${was}`, ...each.details.map((d) => `  ${d}`)].join(
            "\n",
          );
        })
        .join("\n");
    case "amounts":
      return block.rows.map((row) => `${row.label}: ${row.amount}`).join("\n");
    case "code":
      return `${block.label}: ${block.code}`;
    case "note":
      return [block.title, ...block.lines].join("\n");
    case "button":
      return `${block.label}: ${block.url}`;
  }
}

/** Renders an email as 600 px HTML with the wordmark, and as plain text. The greeting, unless it is "", stands before its blocks. */
export function renderEmail(
  content: EmailContent,
  { siteName, siteUrl }: EmailSite,
  greeting = "",
): RenderedEmail {
  const subject = singleLine(content.subject);
  const greeted: EmailBlock[] = greeting === "" ? [] : [{ kind: "text", text: greeting }];
  const blocks = [...greeted, ...content.blocks];
  const body = blocks.map((block) => blockHtml(block, siteUrl)).join("\n");
  const foot = content.footer.map(xmlText).join("<br>");
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${xmlText(subject)}</title>${STYLES}</head>
<body class="background" style="margin:0;background:${background}">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${xmlText(content.preview)}${PREVIEW_PADDING}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="background" style="background:${background}"><tr><td class="ground" align="center" style="padding:32px 16px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" class="card line" style="width:100%;max-width:600px;background:${card};border:1px solid ${line}"><tr><td class="page" style="padding:40px;overflow-wrap:anywhere;word-break:break-word">
<p style="margin:0 0 32px;font:500 26px/1.2 ${display}"><a href="${safeUrl(siteUrl)}" class="ink" style="color:${ink};text-decoration:none">${xmlText(siteName)}</a></p>
<h1 class="ink" style="margin:0 0 16px;font:500 34px/1.15 ${display};color:${ink}">${xmlText(content.heading)}</h1>
${body}
<p class="quiet line" style="margin:0;padding:24px 0 0;border-top:1px solid ${line};${small}">${foot}</p>
</td></tr></table>
</td></tr></table>
</body></html>`;
  const text = [
    siteName,
    content.heading,
    ...blocks.map(blockText).filter(Boolean),
    content.footer.join("\n"),
  ].join("\n\n");
  return { subject, text, html };
}

const UNSUBSCRIBE_LABEL = "No more emails of this kind";

/** Adds the unsubscribe link, if there is one. */
export function withUnsubscribeLink(
  { text, html }: Pick<RenderedEmail, "text" | "html">,
  url: string | null,
): Pick<RenderedEmail, "text" | "html"> {
  if (url === null) return { text, html };
  const link = `<p class="quiet" style="margin:0;padding:0 16px 32px;text-align:center;${small}"><a href="${safeUrl(url)}" style="color:inherit">${UNSUBSCRIBE_LABEL}</a></p>`;
  return {
    text: `${text}\n\n${UNSUBSCRIBE_LABEL}: ${url}`,
    html: html.replace("</body>", `${link}\n</body>`),
  };
}
