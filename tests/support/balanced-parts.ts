/**
 * The parts of each design whose height is a balance and the rest of the garment below the waist: what tests and benches measure a posture
 * on. It is a judge's own table and is not derived from what the product alters.
 */
export const BALANCED_PARTS: Readonly<
  Record<string, { readonly back: string; readonly front: string }>
> = {
  simon: { back: "simon.back", front: "simon.frontLeft" },
  simone: { back: "simon.back", front: "simon.frontLeft" },
  jaeger: { back: "jaeger.back", front: "jaeger.front" },
  wahid: { back: "wahid.back", front: "wahid.front" },
  carlton: { back: "carlton.back", front: "carlton.front" },
  carlita: { back: "carlita.back", front: "carlita.front" },
};
