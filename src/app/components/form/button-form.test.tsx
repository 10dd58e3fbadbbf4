import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import type { FormResult } from "#app/web/form.server.ts";
import { ButtonForm } from "./button-form.tsx";

function render(result: FormResult | undefined): string {
  const Component = () => (
    <ButtonForm result={result} className="mt-3">
      <button type="submit">Cancel this order</button>
    </ButtonForm>
  );
  const Stub = createRoutesStub([{ path: "/", Component }]);
  return renderToStaticMarkup(<Stub />);
}

test("a form of buttons says above them why its post was refused", () => {
  const html = render({ status: "error", error: { "": ["The order was paid."], order: ["?"] } });
  const [, errorId] = /<form[^>]* aria-describedby="([^"]+)"/.exec(html) ?? [];
  expect(html).toContain(`<div id="${errorId}">`);
  expect(html.indexOf("The order was paid.")).toBeLessThan(html.indexOf("Cancel this order"));
  expect(html).not.toContain("?");
});

test("a form of buttons without a result posts and shows nothing else", () => {
  const html = render(undefined);
  expect(html).toContain('method="post"');
  expect(html).toContain('class="mt-3"');
  expect(html).not.toContain("aria-describedby");
  expect(html).not.toContain("<div");
});
