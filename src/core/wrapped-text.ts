/** The longest line that every mail program and terminal shows whole (RFC 5322 recommends 78). */
const WIDTH = 76;

function wrapLine(line: string, width: number): string[] {
  const [indent = ""] = /^ */.exec(line) ?? [];
  const lines: string[] = [];
  let now = "";
  for (const word of line.slice(indent.length).split(" ")) {
    const longer = now === "" ? word : `${now} ${word}`;
    if (now !== "" && indent.length + longer.length > width) {
      lines.push(indent + now);
      now = word;
    } else now = longer;
  }
  lines.push(indent + now);
  return lines;
}

/** A text in lines of at most 76 characters, broken between words; a word that is longer, as an address may be, stays whole on its own. */
export function wrapText(text: string, width = WIDTH): string {
  return text
    .split("\n")
    .flatMap((line) => (line.length <= width ? [line] : wrapLine(line, width)))
    .join("\n");
}
