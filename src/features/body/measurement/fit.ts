/** How close a made-to-measure garment lies to the body; the customer chooses. */
export const FITS = ["close", "regular", "easy"] as const;

export type Fit = (typeof FITS)[number];
