/** RFC 5322 recommends at most 78. */
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

/** Breaks text into lines of at most `width` characters; longer words stay whole. */
export function wrapText(text: string, width = WIDTH): string {
  return text
    .split("\n")
    .flatMap((line) => (line.length <= width ? [line] : wrapLine(line, width)))
    .join("\n");
}
