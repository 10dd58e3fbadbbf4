import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { UnbrokenDays } from "./unbroken-days.tsx";

test("a day stays on one line, with its year where it has one, and the sentence is the same", () => {
  const text = "Arrives 15 to 31 December 2026, Express, $25.00, if you order by 3 December";
  const html = renderToStaticMarkup(<UnbrokenDays text={text} />);
  expect(html.match(/>[^<]+(?=<\/span>)/g)).toEqual([">31 December 2026", ">3 December"]);
  expect(html.replaceAll(/<[^>]*>/g, "")).toBe(text);
});
