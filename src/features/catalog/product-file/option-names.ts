import { readHex } from "#features/catalog/editing/product-form.ts";

const terms = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s*[,\n]\s*/));

/** "Size" in the languages that shop systems are translated into. */
const SIZES = terms(`
  size, sizes, größe, größen, grösse, groesse, taille, tailles, pointure, talla, tallas, tamaño, tamano, tamanho
  tamanhos, taglia, taglie, misura, maat, maten, storlek, størrelse, koko, rozmiar, velikost, veľkosť, méret
  mărime, marime, mărimea, beden, numara, размер, розмір, μέγεθος, veličina, dydis, izmērs, suurus, madhësia
  サイズ, 尺码, 尺碼, 尺寸, 大小, 사이즈, 크기, مقاس, المقاس, قياس, القياس, الحجم, سایز, اندازه, מידה, גודל
  आकार, साइज़, साइज, ukuran, saiz, kích thước, kích cỡ, cỡ, ขนาด, ไซส์`);

/** "Color" in the same languages. */
const COLORS = terms(`
  color, colors, colour, colours, farbe, farben, couleur, couleurs, coloris, colores, cor, cores, colore, colori
  kleur, kleuren, färg, farve, farge, väri, kolor, barva, farba, szín, culoare, renk, цвет, колір, цвят, χρώμα
  boja, spalva, krāsa, värv, ngjyra, カラー, 色, 颜色, 顏色, 색상, 색깔, 컬러, لون, اللون, رنگ, צבע, रंग, warna
  màu, màu sắc, สี`);

const folded = (name: string) => name.normalize("NFC").toLowerCase().trim();

/** What an option's name says, alone or among other words such as "Ring size" and "Größe (EU)"; null for another. */
export function kindOfName(name: string): "size" | "color" | null {
  const text = folded(name);
  const parts = [text, ...text.split(/[^\p{L}\p{M}]+/u)];
  if (parts.some((part) => SIZES.has(part))) return "size";
  return parts.some((part) => COLORS.has(part)) ? "color" : null;
}

const SIZE_VALUE =
  /^(?:[2-9]?x{0,4}[sml]|x{1,5}[sl]|(?:extra |x-?)?(?:small|large)|medium|one ?size|(?:eu|us|uk|fr|it|de)?\s?\d{1,3}(?:[.,]5)?(?:\s?(?:cm|mm|eu|us|uk|fr|"|''|y|yrs?|years?|m|months?))?|\d{1,3}\s?[-/]\s?\d{1,3}(?:\s?\p{L}{1,8})?)$/iu;

/** The usual colors in other languages, by the English name that has a hex code. */
const COLOR_TERMS: Readonly<Record<string, ReadonlySet<string>>> = {
  Black: terms(
    "schwarz, noir, noire, negro, negra, preto, preta, nero, nera, zwart, svart, sort, musta, czarny, czarna, černá, čierna, fekete, negru, siyah, черный, чёрный, чорний, черен, μαύρο, crna, 黒, ブラック, 黑色, 黑, 검정, 블랙, أسود, مشکی, שחור, काला, hitam, đen, ดำ",
  ),
  White: terms(
    "weiß, weiss, blanc, blanche, blanco, blanca, branco, branca, bianco, bianca, wit, vit, hvid, hvit, valkoinen, biały, biała, bílá, biela, fehér, alb, beyaz, белый, білий, бял, λευκό, bijela, 白, ホワイト, 白色, 흰색, 화이트, أبيض, سفید, לבן, सफेद, putih, trắng, ขาว",
  ),
  Red: terms(
    "rot, rouge, rojo, roja, vermelho, vermelha, rosso, rossa, rood, röd, rød, punainen, czerwony, czerwona, červená, piros, roșu, kırmızı, красный, червоний, червен, κόκκινο, crvena, 赤, レッド, 红色, 紅色, 빨강, 레드, أحمر, قرمز, אדום, लाल, merah, đỏ, แดง",
  ),
  Green: terms(
    "grün, vert, verte, verde, groen, grön, grøn, grønn, vihreä, zielony, zielona, zelená, zöld, yeşil, зеленый, зелёный, зелений, зелен, πράσινο, zelena, 緑, グリーン, 绿色, 綠色, 초록, 그린, أخضر, سبز, ירוק, हरा, hijau, xanh lá, เขียว",
  ),
  Blue: terms(
    "blau, bleu, bleue, azul, blu, azzurro, blauw, blå, sininen, niebieski, niebieska, modrá, kék, albastru, mavi, синий, синій, син, μπλε, plava, 青, ブルー, 蓝色, 藍色, 파랑, 블루, أزرق, آبی, כחול, नीला, biru, xanh dương, น้ำเงิน",
  ),
  Yellow: terms(
    "gelb, jaune, amarillo, amarilla, amarelo, amarela, giallo, gialla, geel, gul, keltainen, żółty, żółta, žlutá, žltá, sárga, galben, sarı, желтый, жёлтый, жовтий, жълт, κίτρινο, žuta, 黄色, イエロー, 黃色, 노랑, أصفر, زرد, צהוב, पीला, kuning, vàng, เหลือง",
  ),
  Pink: terms(
    "rosa, rose, cor-de-rosa, roze, pinkki, różowy, różowa, růžová, ružová, rózsaszín, roz, pembe, розовый, рожевий, розов, ροζ, ピンク, 粉色, 粉红色, 분홍, 핑크, وردي, صورتی, ורוד, गुलाबी, merah muda, hồng, ชมพู",
  ),
  Brown: terms(
    "braun, marron, brun, brune, marrón, marrom, castanho, marrone, bruin, ruskea, brązowy, brązowa, hnědá, hnedá, barna, maro, kahverengi, коричневый, коричневий, кафяв, καφέ, smeđa, 茶色, ブラウン, 棕色, 褐色, 갈색, 브라운, بني, قهوه‌ای, חום, भूरा, cokelat, nâu, น้ำตาล",
  ),
  Grey: terms(
    "grau, gris, grise, cinza, cinzento, grigio, grigia, grijs, grå, harmaa, szary, szara, šedá, sivá, szürke, gri, серый, сірий, сив, γκρι, siva, 灰色, グレー, 회색, 그레이, رمادي, خاکستری, אפור, धूसर, abu-abu, xám, เทา",
  ),
  Beige: terms(
    "bej, бежевый, бежевий, бежов, μπεζ, bež, ベージュ, 米色, 베이지, بيج, בז, krem, bézs",
  ),
  Navy: terms(
    "navy blue, dunkelblau, marineblau, marine, bleu marine, azul marino, azul-marinho, blu navy, marinblå, granatowy, lacivert, темно-синий, тёмно-синий, ネイビー, 藏青色, 네이비, كحلي",
  ),
};

/** The English name of a color that is written in another language; the name itself for any other. */
export function englishColor(name: string): string {
  const text = folded(name);
  return Object.keys(COLOR_TERMS).find((english) => COLOR_TERMS[english]?.has(text)) ?? name;
}

/** What an option is by its values, when its name does not say it: most of them are sizes, or colors known by name. */
export function kindOfValues(
  values: ReadonlySet<string>,
  isColor: (name: string) => boolean,
): "size" | "color" | null {
  const share = (is: (value: string) => boolean) =>
    [...values].filter(is).length / Math.max(1, values.size);
  if (share((value) => SIZE_VALUE.test(value.trim())) > 0.6) return "size";
  return share((value) => readHex(value) !== null || isColor(englishColor(value))) > 0.6
    ? "color"
    : null;
}
