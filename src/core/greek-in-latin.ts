const LETTERS: Readonly<Record<string, string>> = {
  α: "a",
  β: "v",
  γ: "g",
  δ: "d",
  ε: "e",
  ζ: "z",
  η: "i",
  θ: "th",
  ι: "i",
  κ: "k",
  λ: "l",
  μ: "m",
  ν: "n",
  ξ: "x",
  ο: "o",
  π: "p",
  ρ: "r",
  σ: "s",
  ς: "s",
  τ: "t",
  υ: "y",
  φ: "f",
  χ: "ch",
  ψ: "ps",
  ω: "o",
};

const GREEK = /[\u0370-\u03ff\u1f00-\u1fff]/gu;

function inLatin(letter: string): string {
  const [plain = ""] = letter.normalize("NFD");
  const small = plain.toLowerCase();
  const latin = LETTERS[small];
  if (latin === undefined) return letter;
  return plain === small ? latin : `${latin.slice(0, 1).toUpperCase()}${latin.slice(1)}`;
}

/**
 * Greek letters one by one in Latin letters, after ELOT 743 (ISO 843) without its rules for pairs and without accents: a name that a
 * document cannot print in Greek stays readable. Other letters stay as they are.
 */
export function greekInLatin(text: string): string {
  return text.replaceAll(GREEK, inLatin);
}
