import type { Gender } from "#features/catalog/products/product.ts";

const terms = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Women and men as product files name them, in the languages of shop systems. */
const FEMALE = terms(`
  woman women womens woman's women's lady ladies ladies' female girl girls damen dame frau frauen mädchen weiblich
  femme femmes féminin fille mujer mujeres femenino dama chica donna donne femminile signora mulher mulheres
  feminino feminina dames vrouw vrouwen dam damer kvinna kvinnor kvinder kvinne kvinner naiset nainen damski damskie
  kobieta kobiety žena ženy dámské dámska női nő femei femeie kadın bayan женский женская женщина женщины женское
  женщин жінка жінки жіночий жени γυναίκα γυναικεία žene ženske レディース 女性 女 女士 女装 여성 نساء نسائي حريمي
  زنانه נשים महिला wanita nữ ผู้หญิง`);

const MALE = terms(`
  man men mens man's men's gentleman gentlemen gentlemen's male boy boys herren herr mann männer jungen männlich
  homme hommes masculin garçon hombre hombres masculino caballero chico uomo uomini maschile homem homens masculina
  heren mannen herre herrer menn mænd miehet mies męski męskie mężczyzna mężczyźni muž muži pánské pánske férfi
  bărbați bărbat barbati erkek bay мужской мужская мужчина мужчины мужское мужчин чоловік чоловіки чоловічий мъже
  άνδρας ανδρικά muške メンズ 男性 男 男士 男装 남성 رجال رجالي مردانه גברים पुरुष pria nam ผู้ชาย`);

/** Who a text names: both, or "unisex", are unisex; null for nobody. */
export function genderIn(text: string): Gender | null {
  const named = text
    .normalize("NFC")
    .replaceAll("’", "'")
    .toLowerCase()
    .split(/[^\p{L}\p{M}\u200C']+/u);
  if (named.some((word) => /^uni(?:sex|seks|ssex)$|^унисекс$|^ユニセックス$|^中性$/.test(word))) {
    return "unisex";
  }
  const female = named.some((word) => FEMALE.has(word));
  const male = named.some((word) => MALE.has(word));
  if (female && male) return "unisex";
  if (female) return "female";
  return male ? "male" : null;
}
