import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { formatMoment } from "#core/georgetown-time.ts";
import { StoredImage } from "./stored-image.tsx";

const image = { url: "/admin/photos/1", name: "Basted sleeve", width: 60, height: 80 };

test("a photo opens in a tab of its own, and one that is lost for good says so and asks for no file", () => {
  const there = renderToStaticMarkup(<StoredImage {...image} lostAt={null} />);
  expect(there).toContain('src="/admin/photos/1"');
  expect(there).toContain('alt="Basted sleeve"');
  const lostAt = new Date("2026-12-01T14:00:00Z");
  const lost = renderToStaticMarkup(<StoredImage {...image} lostAt={lostAt} />);
  expect(lost).toContain("Basted sleeve was lost");
  expect(lost).toContain(formatMoment(lostAt));
  expect(lost).not.toMatch(/<img|href/);
});
