import { xmlText } from "#core/xml-text.ts";
import { day, NIGHT_RULES } from "./mail-colors.ts";
import type { MailBlock, MailDocument, RenderedMail } from "./mail-document.ts";
import { singleLine } from "./single-line.ts";

const { ink, quiet, line, paper, sheet, demerara, button, label } = day;
const display = "'Cormorant Garamond',Georgia,'Times New Roman',serif";
const sans = "Figtree,'Helvetica Neue',Arial,sans-serif";

const paragraph = `margin:0 0 16px;font:400 16px/1.6 ${sans};color:${ink}`;
const small = `font:400 14px/1.5 ${sans};color:${quiet}`;
const amount = `font:400 16px/1.5 ${sans};color:${ink};text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums lining-nums`;

/** Less margin on a phone and the colours of the night, in the programs that know style sheets; the others show the same by day. */
const STYLES = `<style>:root{color-scheme:light dark}@media (max-width:480px){.ground{padding:12px 8px!important}.page{padding:28px 22px!important}}${NIGHT_RULES}</style>`;

/** Room after the preview, so that an inbox does not go on with the mail's first words. */
const SILENCE = "&#847;&zwnj;&nbsp;".repeat(60);

/** Only web addresses may become links or pictures. */
function address(url: string): string {
  return /^https?:\/\//i.test(url) ? xmlText(url) : "";
}

function table(rows: string): string {
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse;margin:0 0 24px">${rows}</table>`;
}

/** A line of a note; addresses of the shop itself may be followed, whatever else somebody typed may not. */
function noteLine(text: string, siteUrl: string): string {
  const own = address(`${siteUrl}/`);
  const escaped = xmlText(text);
  if (own === "") return escaped;
  return escaped
    .split(" ")
    .map((word) =>
      word.startsWith(own)
        ? `<a href="${word}" class="ink" style="color:${ink}">${word}</a>`
        : word,
    )
    .join(" ");
}

function linesHtml({ lines }: Extract<MailBlock, { kind: "lines" }>): string {
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

function amountsHtml({ rows }: Extract<MailBlock, { kind: "amounts" }>): string {
  return table(
    rows
      .map((row) => {
        const edge = row.isSum ? `border-top:1px solid ${ink};font-weight:600` : "";
        return `<tr><td class="ink edge" style="padding:6px 16px 6px 0;font:400 16px/1.5 ${sans};color:${ink};${edge}">${xmlText(row.label)}</td><td class="ink edge" style="padding:6px 0;${amount};${edge}">${xmlText(row.amount)}</td></tr>`;
      })
      .join(""),
  );
}

function blockHtml(block: MailBlock, siteUrl: string): string {
  switch (block.kind) {
    case "text":
      return `<p class="ink" style="${paragraph}">${xmlText(block.text).replaceAll("\n", "<br>")}</p>`;
    case "picture":
      return `<img src="${address(block.src)}" alt="${xmlText(block.alt)}" width="520" style="display:block;width:100%;max-width:520px;height:auto;border:0;margin:0 0 24px">`;
    case "lines":
      return linesHtml(block);
    case "amounts":
      return amountsHtml(block);
    case "note":
      return `<p class="ink" style="margin:0 0 4px;font:600 14px/1.5 ${sans};color:${ink}">${xmlText(block.title)}</p><p class="quiet" style="margin:0 0 24px;${small}">${block.lines.map((text) => noteLine(text, siteUrl)).join("<br>")}</p>`;
    case "code":
      return `<p class="quiet line" style="margin:8px 0 28px;padding:18px 0;border-top:1px solid ${line};border-bottom:1px solid ${line};${small}">${xmlText(block.label)}<br><span class="ink" style="font:500 30px/1.3 ${display};color:${ink};letter-spacing:.02em;font-variant-numeric:lining-nums;white-space:nowrap">${xmlText(block.code)}</span></p>`;
    case "button":
      return `<p style="margin:8px 0 32px"><a href="${address(block.url)}" class="button label" style="display:inline-block;background:${button};color:${label};padding:14px 28px;font:500 16px/1.25 ${sans};text-decoration:none;border-radius:2px">${xmlText(block.label)}</a></p>`;
  }
}

function blockText(block: MailBlock): string {
  switch (block.kind) {
    case "text":
      return block.text;
    case "picture":
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

/** Draws a mail as the house writes them (design.md, mails): one column of 600 px, wordmark, and the same words as plain text. */
export function renderMail(document: MailDocument): RenderedMail {
  const subject = singleLine(document.subject);
  const body = document.blocks.map((block) => blockHtml(block, document.siteUrl)).join("\n");
  const foot = document.footer.map(xmlText).join("<br>");
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${xmlText(subject)}</title>${STYLES}</head>
<body class="paper" style="margin:0;background:${paper}">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${xmlText(document.preview)}${SILENCE}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="paper" style="background:${paper}"><tr><td class="ground" align="center" style="padding:32px 16px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" class="sheet line" style="width:100%;max-width:600px;background:${sheet};border:1px solid ${line}"><tr><td class="page" style="padding:40px;overflow-wrap:anywhere;word-break:break-word">
<p style="margin:0 0 32px;font:500 26px/1.2 ${display}"><a href="${address(document.siteUrl)}" class="ink" style="color:${ink};text-decoration:none">${xmlText(document.siteName)}</a></p>
<h1 class="ink" style="margin:0 0 16px;font:500 34px/1.15 ${display};color:${ink}">${xmlText(document.heading)}</h1>
${body}
<p class="quiet line" style="margin:0;padding:24px 0 0;border-top:1px solid ${line};${small}">${foot}</p>
</td></tr></table>
</td></tr></table>
</body></html>`;
  const text = [
    document.siteName,
    document.heading,
    ...document.blocks.map(blockText).filter(Boolean),
    document.footer.join("\n"),
  ].join("\n\n");
  return { subject, text, html };
}

const STOP = "No more mails of this kind";

/** The mail with a link at its foot that ends its kind; as it was without one. */
export function withUnsubscribeLink(
  { text, html }: Pick<RenderedMail, "text" | "html">,
  url: string | null,
): Pick<RenderedMail, "text" | "html"> {
  if (url === null) return { text, html };
  const link = `<p class="quiet" style="margin:0;padding:0 16px 32px;text-align:center;${small}"><a href="${address(url)}" style="color:inherit">${STOP}</a></p>`;
  return { text: `${text}\n\n${STOP}: ${url}`, html: html.replace("</body>", `${link}\n</body>`) };
}
