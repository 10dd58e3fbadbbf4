/** What shoppers call things, and what this house calls them; each alternative is one or more words that stand together. */
const SYNONYMS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  pajama: [["pyjama"]],
  pajamas: [["pyjama"]],
  pjs: [["pyjama"]],
  nightwear: [["loungewear"], ["pyjama"]],
  tuxedo: [["dinner", "jacket"]],
  tux: [["dinner", "jacket"]],
  purse: [["clutch"]],
  handbag: [["clutch"]],
  bag: [["clutch"]],
  tshirt: [["tee"]],
  sweatpants: [["lounge", "trousers"]],
  slacks: [["trousers"]],
  khakis: [["chinos"]],
  raincoat: [["trench"]],
  overcoat: [["coat"]],
  jewelry: [["bracelet"], ["earrings"]],
  jewellery: [["bracelet"], ["earrings"]],
  necktie: [["tie"]],
  bowtie: [["bow", "tie"]],
  handkerchief: [["pocket", "square"]],
  hanky: [["pocket", "square"]],
  shawl: [["scarf"]],
  bathrobe: [["robe"]],
  kimono: [["robe"]],
  dressinggown: [["robe"]],
  gray: [["grey"]],
  maroon: [["burgundy"]],
  tan: [["beige"]],
  ladies: [["women"]],
  gents: [["men"]],
  carnival: [["mashramani"]],
};

/** The house's words for a shopper's word, none when it has no other. */
export function synonymsOf(word: string): readonly (readonly string[])[] {
  return Object.hasOwn(SYNONYMS, word) ? (SYNONYMS[word] ?? []) : [];
}
