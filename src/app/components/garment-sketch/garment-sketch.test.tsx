import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { GarmentSketch, UnshownChoices } from "./garment-sketch.tsx";

const gown = {
  name: "Kaieteur Gown",
  components: ["gownByHand"] as const,
  choices: [
    { group: "Neckline", choice: "V", style: "neckline:v" as const },
    { group: "Length", choice: "Floor", style: "length:floor" as const },
    { group: "Lining", choice: "Ivory", style: null },
  ],
};

test("the name of a drawing lists every choice, drawn or not", () => {
  const html = renderToStaticMarkup(<GarmentSketch {...gown} colorHex="#E9E3D6" />);
  expect(html).toContain('role="img"');
  expect(html).toContain(
    'aria-label="Drawing of Kaieteur Gown. Neckline: V, Length: Floor, Lining: Ivory"',
  );
});

test("what a drawing cannot show is told in words", () => {
  const html = renderToStaticMarkup(<UnshownChoices {...gown} />);
  expect(html).toBe('<p class="text-sm text-ink-soft">Not in the drawing: Lining: Ivory</p>');
  const drawn = renderToStaticMarkup(
    <UnshownChoices components={gown.components} choices={gown.choices.slice(0, 2)} />,
  );
  expect(drawn).toBe("");
});

test("a tie has no drawing", () => {
  expect(renderToStaticMarkup(<GarmentSketch {...gown} components={["tie"]} colorHex="" />)).toBe(
    "",
  );
});
