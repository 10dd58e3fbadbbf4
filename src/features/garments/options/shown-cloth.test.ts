import { expect, test } from "vitest";
import { swatchSentence } from "#features/orders/order/line-swatch.ts";
import { outerCloth, shownGarment } from "./shown-cloth.ts";

const gown = {
  colors: [
    { hex: "#E9E3D6", name: "Pearl" },
    { hex: "#1F2A3C", name: "Navy" },
  ],
  images: [
    { id: "pearl", color: "#E9E3D6" },
    { id: "navy", color: "#1F2A3C" },
    { id: "detail", color: null },
  ],
};
const cloth = (name: string, hex: string, imageId: string | null = "swatch") => {
  return { name, hex, imageId };
};
const shown = (color: string | null, chosen: ReturnType<typeof cloth> | null) => {
  const { images, swatch } = shownGarment(gown, color, chosen);
  return { image: images[0]?.id, says: swatch && swatchSentence(chosen?.name ?? "", swatch) };
};

test("the cloth of the images is shown by the images of the chosen color, without a word", () => {
  expect(shown("#1F2A3C", null)).toEqual({ image: "navy", says: null });
  expect(shown(null, null)).toEqual({ image: "pearl", says: null });
});

test("a cloth in the color of an image is shown by it, whatever color was chosen before", () => {
  expect(shown("#E9E3D6", cloth("Navy worsted twill", "#1f2a3c"))).toEqual({
    image: "navy",
    says: "The picture shows this color. Yours is cut from Navy worsted twill.",
  });
});

test("a cloth without an image stands as a swatch beside the image of another", () => {
  expect(shown("#E9E3D6", cloth("Emerald satin", "#1F5A42"))).toEqual({
    image: "pearl",
    says: "No picture shows Emerald satin yet; this one shows Pearl. Yours is cut from the cloth of the swatch.",
  });
  expect(shown("#E9E3D6", cloth("Lace", "", null)).says).toBe(
    "No picture shows Lace yet; this one shows Pearl. Yours is cut from Lace.",
  );
});

test("an image of no color shows another cloth, and without an image there is nothing to say of one", () => {
  const lace = cloth("Lace", "#FFFFFF");
  const { swatch } = shownGarment({ colors: [], images: [{ id: "plain", color: null }] }, "", lace);
  expect(swatch?.shows).toBe("");
  expect(shownGarment({ colors: [], images: [] }, "", lace)).toEqual({ images: [], swatch: null });
});

test("the lining is not the cloth of a garment, whatever comes first and whatever its option is called", () => {
  const choice = (id: string) => {
    return { name: id, imageId: null, cloth: { id, colorHex: "#1F2A3C" } };
  };
  const lining = { group: { kind: "lining", name: "Futter" }, choice: choice("cupro") } as const;
  const outer = {
    group: { kind: "cloth", name: "Cloth and lining" },
    choice: choice("twill"),
  } as const;
  expect(outerCloth([lining, outer])?.id).toBe("twill");
  expect(outerCloth([lining])).toBeNull();
});
