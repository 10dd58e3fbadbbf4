/** How far the parts of a body stand before (−) or behind (+) the plumb line, in units of the drawing. */
type Stance = { head: number; shoulder: number; chest: number; back: number; hip: number };

const STANCES: Readonly<Record<string, Stance>> = {
  upright: { head: 0, shoulder: 1, chest: -3, back: -3, hip: 0 },
  average: { head: -3, shoulder: 0, chest: 0, back: 0, hip: 0 },
  forward: { head: -13, shoulder: -4, chest: 3, back: 6, hip: 2 },
  "leaning back": { head: 7, shoulder: 10, chest: 2, back: 5, hip: -5 },
};

/** A body from its left side, looking left, before a plumb line. */
export function PostureDrawing({ posture }: { posture: string }) {
  const { back, chest, head, hip, shoulder } = STANCES[posture] ?? {
    ...{ head: 0, shoulder: 0, chest: 0, back: 0, hip: 0 },
  };
  const neck = (head + shoulder) / 2;
  const front = `M${57 + neck} 46C${56 + neck} 54 ${52 + shoulder} 56 ${49 + shoulder} 64C${43 + chest + shoulder / 2} 78 ${43 + chest + shoulder / 2} 92 ${47 + hip / 2} 108C${49 + hip} 122 ${45 + hip} 132 ${47 + hip} 144C48 172 50 196 52 236`;
  const rear = `M${68 + neck} 44C${70 + neck} 54 ${76 + shoulder + back / 2} 58 ${78 + shoulder + back / 2} 74C${79 + back + shoulder / 2} 90 ${69 + hip / 2} 102 ${71 + hip} 116C${73 + hip} 126 ${81 + hip} 130 ${80 + hip} 144C${79 + hip / 2} 160 69 186 66 236`;
  const arm = `M${63 + shoulder} 66C${66 + shoulder} 90 ${62 + shoulder / 2} 108 ${58 + hip} 140`;
  return (
    <svg viewBox="0 0 124 250" className="h-40 w-auto" fill="none" aria-hidden="true">
      <path d="M60 6V244" className="stroke-line" strokeWidth="1" strokeDasharray="2 5" />
      <g className="stroke-ink" strokeWidth="1.6" strokeLinecap="round" strokeLinejoin="round">
        <ellipse
          cx={62 + head}
          cy="30"
          rx="12"
          ry="16"
          transform={`rotate(${head < -8 ? -12 : head > 4 ? 8 : 0} ${62 + head} 30)`}
        />
        <path d={`${front}M52 236H42C40 242 46 244 54 244H68L66 236`} />
        <path d={rear} />
        <path d={arm} className="stroke-ink-quiet" strokeWidth="1.2" />
      </g>
    </svg>
  );
}

const TIP_HEIGHTS: Readonly<Record<string, number>> = { square: 63, average: 71, sloping: 81 };

/** Head and shoulders from the front, with the line of the shoulder in demerara. */
export function ShoulderDrawing({ shoulders }: { shoulders: string }) {
  const tip = TIP_HEIGHTS[shoulders] ?? 71;
  const half = `M53 45C53 54 52 57 47 60L20 ${tip}C14 ${tip + 3} 12 ${tip + 10} 11 ${tip + 22}L8 128M24 ${tip + 24}C26 ${tip + 36} 27 112 27 128`;
  const line = `M47 60L20 ${tip}`;
  return (
    <svg viewBox="0 0 124 132" className="h-24 w-auto md:h-32" fill="none" aria-hidden="true">
      <g className="stroke-ink" strokeWidth="1.6" strokeLinecap="round" strokeLinejoin="round">
        <ellipse cx="62" cy="28" rx="14" ry="19" />
        <path d={half} />
        <path d={half} transform="translate(124 0) scale(-1 1)" />
      </g>
      <g className="stroke-demerara" strokeWidth="3" strokeLinecap="round">
        <path d={line} />
        <path d={line} transform="translate(124 0) scale(-1 1)" />
      </g>
      <path
        d="M8 60H116"
        className="stroke-ink-quiet"
        strokeWidth="1"
        strokeDasharray="2 5"
        opacity="0.6"
      />
    </svg>
  );
}
