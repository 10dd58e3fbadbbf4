import type { ClothSwatch, DescribedLine } from "./line-description.ts";

/** What a customer reads beside an image that does not show the cloth `name`. */
export function swatchSentence(name: string, { colorHex, imageId, shows }: ClothSwatch): string {
  if (shows === null) return `The picture shows this color. Yours is cut from ${name}.`;
  const instead = shows === "" ? "this one shows another cloth" : `this one shows ${shows}`;
  const isVisible = imageId !== null || colorHex !== "";
  const cut = isVisible ? "the cloth of the swatch" : name;
  return `No picture shows ${name} yet; ${instead}. Yours is cut from ${cut}.`;
}

/** A swatch as it stands beside the image of a line, with its sentence. */
export type LineSwatch = {
  readonly name: string;
  readonly imageId: string | null;
  readonly colorHex: string;
  readonly sentence: string;
};

/** The swatch of the cloth `name` with its sentence; null for none. */
export function lineSwatch(name: string, swatch: ClothSwatch | null): LineSwatch | null {
  if (swatch === null) return null;
  const { colorHex, imageId } = swatch;
  return { name, imageId, colorHex, sentence: swatchSentence(name, swatch) };
}

/** The same for an email, which shows no color: `src` is "" where the cloth has no image. */
export const swatchOfEmail = (swatch: LineSwatch | null, urlOf: (imageId: string) => string) =>
  swatch && {
    src: swatch.imageId === null ? "" : urlOf(swatch.imageId),
    alt: `Swatch of ${swatch.name}`,
    sentence: swatch.sentence,
  };

/** What stands beside the image of a line; null where the image shows the line's own cloth. */
export function swatchOf({ fit }: Pick<DescribedLine, "fit">): LineSwatch | null {
  const [option] = (fit?.options ?? []).filter(({ swatch }) => swatch !== undefined);
  if (!option?.swatch) return null;
  return lineSwatch(option.choice, option.swatch);
}

/** The options of a line with the swatch at the choice of the cloth `name`, and at no other; null removes it. */
export function withSwatch<Option extends { readonly choice: string }>(
  options: readonly Option[],
  name: string,
  swatch: ClothSwatch | null,
): readonly (Option & { readonly swatch?: ClothSwatch })[] {
  const at = swatch === null ? -1 : options.findIndex(({ choice }) => choice === name);
  return options.map((option, index) =>
    index === at && swatch !== null ? { ...option, swatch } : option,
  );
}
