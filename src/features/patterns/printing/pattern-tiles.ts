/** Lengths in mm. */
export type TileFormat = {
  readonly name: string;
  readonly widthMm: number;
  readonly heightMm: number;
};

export const TILE_FORMATS = {
  /** Sheets of a copy shop. */
  a0: { name: "A0", widthMm: 841, heightMm: 1189 },
  a4: { name: "A4", widthMm: 210, heightMm: 297 },
  letter: { name: "Letter", widthMm: 215.9, heightMm: 279.4 },
} as const satisfies Record<string, TileFormat>;

export type TileFormatName = keyof typeof TILE_FORMATS;

/** Printers cannot print closer to the edge. */
export const TILE_MARGIN_MM = 10;
/** What neighboring tiles both show, so that they can be laid over each other. */
export const TILE_OVERLAP_MM = 10;
/** The side of the square that a tailor measures before cutting. */
export const CALIBRATION_MM = 100;

/** One printed page: which part of the drawing it shows, from the drawing's upper left corner. */
export type Tile = {
  /** "B3": the column as a letter, then the row. */
  readonly label: string;
  readonly column: number;
  readonly row: number;
  readonly leftMm: number;
  readonly topMm: number;
};

export type TileGrid = {
  readonly format: TileFormat;
  readonly columns: number;
  readonly rows: number;
  /** Of the drawing on each page. */
  readonly widthMm: number;
  readonly heightMm: number;
  readonly tiles: readonly Tile[];
};

/** A, B, ... Z, AA, AB, ... */
function columnLetters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : columnLetters(Math.floor(column / 26) - 1) + last;
}

const countFor = (lengthMm: number, shownMm: number) =>
  Math.max(1, Math.ceil((lengthMm - TILE_OVERLAP_MM) / (shownMm - TILE_OVERLAP_MM)));

/**
 * The pages that a drawing of this size needs, row by row. Every point of the drawing is on at least one page, and
 * neighbors share `TILE_OVERLAP_MM`.
 */
export function tileGrid(
  drawing: { widthMm: number; heightMm: number },
  formatName: TileFormatName,
): TileGrid {
  const format = TILE_FORMATS[formatName];
  const widthMm = format.widthMm - 2 * TILE_MARGIN_MM;
  const heightMm = format.heightMm - 2 * TILE_MARGIN_MM;
  const columns = countFor(drawing.widthMm, widthMm);
  const rows = countFor(drawing.heightMm, heightMm);
  const tiles = Array.from({ length: columns * rows }, (_, index) => {
    const column = index % columns;
    const row = Math.floor(index / columns);
    return {
      label: `${columnLetters(column)}${row + 1}`,
      column,
      row,
      leftMm: column * (widthMm - TILE_OVERLAP_MM),
      topMm: row * (heightMm - TILE_OVERLAP_MM),
    };
  });
  return { format, columns, rows, widthMm, heightMm, tiles };
}
