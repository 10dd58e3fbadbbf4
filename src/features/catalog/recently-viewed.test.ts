import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { newId } from "#core/ids.ts";
import type { ViewedPiece } from "./recently-viewed.ts";
import { addViewed, MOST_VIEWED, parseViewed, pieceKey, shownPieces } from "./recently-viewed.ts";

const piece = (name: string): ViewedPiece => ({
  id: newId(),
  name,
  picture: { id: newId(), focalX: 0.25, focalY: 0.5 },
});

describe("the pieces a browser remembers", () => {
  it("come back from storage as they were", () => {
    const pieces = [piece("Kaieteur Gown"), { ...piece("Sash"), picture: null }];
    expect(parseViewed(JSON.stringify(pieces))).toEqual(pieces);
  });

  it("are the last twelve, the newest first, each once", () => {
    const seen = Array.from({ length: 20 }, (_, place) => piece(`Piece ${place}`));
    const kept = seen.reduce<ViewedPiece[]>(addViewed, []);
    expect(kept).toEqual(seen.toReversed().slice(0, MOST_VIEWED));
    const [, second] = kept;
    expect(second && addViewed(kept, second).map(({ id }) => id)).toEqual([
      second?.id,
      kept[0]?.id,
      ...kept.slice(2).map(({ id }) => id),
    ]);
  });

  it("are none where something else lies in storage", () => {
    for (const stored of [null, "", "{", "null", "7", '{"id":1}', '[null,7,"x",[],{"id":"../x"}]'])
      expect(parseViewed(stored)).toEqual([]);
  });

  it("have no picture of another place", () => {
    const { id, name } = piece("Gown");
    const stored = JSON.stringify([{ id, name, picture: { id: "https://elsewhere.example/a" } }]);
    expect(parseViewed(stored)).toEqual([{ id, name, picture: null }]);
  });

  it("are read without ever throwing, at most twelve, and read the same a second time", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (stored) => {
        const read = parseViewed(stored);
        expect(read.length).toBeLessThanOrEqual(MOST_VIEWED);
        expect(parseViewed(JSON.stringify(read))).toEqual(read);
      }),
    );
  });
});

describe("the pieces that are shown", () => {
  it("have today's price, say when they are sold out, and leave out what is gone and what is being looked at", () => {
    const [gown, sash, gone, here] = [piece("Gown"), piece("Sash"), piece("Gone"), piece("Here")];
    const prices = {
      [pieceKey(gown.id)]: "$1,250.00",
      [pieceKey(sash.id)]: null,
      [pieceKey(here.id)]: "$95.00",
    };
    const shown = shownPieces([gown, gone, sash, here], prices, here.id);
    expect(shown).toEqual([
      { ...gown, price: "$1,250.00" },
      { ...sash, price: null },
    ]);
  });
});
