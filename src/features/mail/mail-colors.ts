/**
 * The house's tokens (design.md) as mails wear them: by day, and in the mail programs that ask for it at night. Mail programs know no
 * variables, so each colour stands in its element, with a class by which the style sheet finds it.
 */
export const day = {
  ink: "#1C1815",
  quiet: "#6A655F",
  line: "#E2DACD",
  paper: "#F8F5EF",
  sheet: "#FFFFFF",
  demerara: "#9A5B25",
  button: "#20382D",
  label: "#F8F5EF",
} as const;

const night: Record<keyof typeof day, string> = {
  ink: "#F3EDE2",
  quiet: "#B9B1A6",
  line: "#3B352F",
  paper: "#141210",
  sheet: "#1E1A17",
  demerara: "#DDA872",
  // A dark green would sink into the night: the button turns to paper, its label to ink.
  button: "#F3EDE2",
  label: "#1C1815",
};

/** What each class colours; classes of one element never colour the same thing. */
const classes = {
  ink: ["color", "ink"],
  quiet: ["color", "quiet"],
  demerara: ["color", "demerara"],
  label: ["color", "label"],
  paper: ["background", "paper"],
  sheet: ["background", "sheet"],
  button: ["background", "button"],
  line: ["border-color", "line"],
  edge: ["border-color", "ink"],
} as const;

export type MailClass = keyof typeof classes;

const rules = Object.entries(classes)
  .map(([name, [property, token]]) => `.${name}{${property}:${night[token]}!important}`)
  .join("");

/** The style sheet's part for the night. */
export const NIGHT_RULES = `@media (prefers-color-scheme:dark){${rules}}`;

const tags = /<[a-z][^>]* class="([^"]*)"[^>]*>/g;

/** A mail as it is seen at night, for a frame whose page allows no style sheet. */
export function atNight(html: string): string {
  return html.replaceAll(tags, (tag, names: string) => {
    let dressed = tag;
    for (const name of names.split(" ")) {
      const worn = Object.hasOwn(classes, name) ? classes[name as MailClass] : null;
      if (!worn) continue;
      const [property, token] = worn;
      const [from, to] = [day[token], night[token]];
      dressed =
        property === "border-color"
          ? dressed.replaceAll(`solid ${from}`, `solid ${to}`)
          : dressed.replaceAll(
              new RegExp(`(?<![\\w-])${property}:${from}`, "g"),
              `${property}:${to}`,
            );
    }
    return dressed;
  });
}
