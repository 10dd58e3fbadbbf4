import { expect, test } from "vitest";
import { simon, simone } from "./shirts.ts";

test.each([simon, simone])(
  "the hem of $design never lies above the end of its side seam, because the seam would run below it and back",
  ({ options }) => {
    expect(options.lengthBonus).toMatchObject({ kind: "share", from: 0 });
  },
);
