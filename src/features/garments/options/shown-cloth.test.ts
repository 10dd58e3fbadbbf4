import { expect, test } from "vitest";
import { shownCloth } from "./shown-cloth.ts";

const gown = {
  colors: [
    { hex: "#E9E3D6", name: "Pearl" },
    { hex: "#1F2A3C", name: "Navy" },
  ],
  images: [{ color: "#E9E3D6" }, { color: "#1F2A3C" }, { color: null }],
};

test("the cloth of the images is shown by the images of the chosen color, without a word", () => {
  expect(shownCloth(gown, "#1F2A3C", null)).toEqual({ imageColor: "#1F2A3C", sentence: null });
  expect(shownCloth(gown, null, null)).toEqual({ imageColor: null, sentence: null });
});

test("a cloth in the color of an image is shown by it, whatever color was chosen before", () => {
  const navy = { name: "Navy worsted twill", colorHex: "#1f2a3c" };
  expect(shownCloth(gown, "#E9E3D6", navy)).toEqual({
    imageColor: "#1f2a3c",
    sentence: "The picture shows this color. Yours is cut from Navy worsted twill.",
  });
});

test("a cloth without an image is named beside the image of another", () => {
  const emerald = { name: "Emerald satin", colorHex: "#1F5A42" };
  expect(shownCloth(gown, "#E9E3D6", emerald)).toEqual({
    imageColor: "#E9E3D6",
    sentence:
      "There is no picture of Emerald satin: it shows Pearl. Yours is cut from the cloth of the swatch.",
  });
  const unknown = { name: "Lace", colorHex: "" };
  expect(shownCloth({ colors: [], images: [{}] }, null, unknown).sentence).toContain(
    "it shows another cloth",
  );
});
