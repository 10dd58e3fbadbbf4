const threads = {
  lost: [
    "M-640 190C-420 150 -180 214 0 186C70 176 96 150 128 96C142 72 150 52 156 36C152 62 140 112 132 138C176 138 210 134 246 130M206 74C206 112 202 150 196 190",
    "M246 130C276 126 292 108 304 84C318 54 348 40 374 56C406 76 404 148 370 168C338 186 308 160 308 118C308 92 318 70 334 60",
    "M370 168C420 172 450 140 474 96C486 74 494 54 500 36C496 62 484 112 476 138C520 138 560 134 604 128M550 74C550 112 546 150 540 190",
    "M604 128C640 122 668 112 700 92",
  ],
  snapped: [
    "M-640 170C-420 120 -160 176 0 150C80 138 120 60 210 66C290 72 270 150 200 140C140 130 180 60 280 70C330 75 352 92 372 104",
    "M372 104C377 108 380 114 379 120M372 104C379 105 386 103 390 99M372 104C380 108 386 112 392 119",
    "M446 116C440 112 434 113 430 118M446 116C440 117 436 122 436 127M446 116C438 112 430 110 424 112",
    "M446 116C500 134 560 120 620 104C656 94 680 92 700 92",
  ],
};

export type Thread = keyof typeof threads;

/** A needle with a thread that lies in the shape of the number 404, or has snapped. */
export function ThreadDrawing({ thread }: { thread: Thread }) {
  return (
    <svg
      viewBox="0 0 860 220"
      aria-hidden="true"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="h-auto w-full max-w-250 overflow-visible"
    >
      <g className="stroke-demerara" strokeWidth="1.75">
        {threads[thread].map((path) => (
          <path key={path} d={path} />
        ))}
      </g>
      <g className="stroke-ink" strokeWidth="1.5">
        <path
          d="M690 97C684 95 684 90 689 87C698 82 710 77 722 73L852 26L728 88C716 94 704 98 696 98Z"
          className="fill-paper"
        />
        <path d="M694 92C702 87 710 84 720 81" />
      </g>
    </svg>
  );
}
