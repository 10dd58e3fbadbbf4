import { searchTerms, slipsBetween } from "./search-text.ts";

export type FoundPage = { title: string; path: string };

const PAGES: readonly (FoundPage & { keywords: string })[] = [
  {
    title: "Returns and exchanges",
    path: "/returns",
    keywords: "return refund exchange money credit authorization policy swap unworn",
  },
  {
    title: "Shipping and delivery",
    path: "/shipping",
    keywords:
      "shipping ship delivery deliver post postage parcel courier express standard international worldwide customs duty duties tax taxes arrive arrival dispatch",
  },
  {
    title: "Track an order",
    path: "/order-lookup",
    keywords: "track tracking order status parcel lookup invoice receipt cancel",
  },
  {
    title: "Size guide and measurements",
    path: "/measurement",
    keywords: "size sizes sizing guide chart fit fitting measure measurement inches cm virtual ai",
  },
  {
    title: "Made to measure",
    path: "/made-to-measure",
    keywords: "made bespoke tailor tailored custom tolerance exact price fit fitting alteration",
  },
  {
    title: "Questions and answers",
    path: "/faq",
    keywords: "faq question help support answer care wash washing clean alteration alter material",
  },
  {
    title: "Contact and opening hours",
    path: "/contact",
    keywords:
      "contact phone telephone call email mail message address georgetown atelier visit store location hours open opening appointment",
  },
  {
    title: "About the house",
    path: "/about",
    keywords:
      "about story founder brand history sustainability sustainable eco ethical circular local sourcing",
  },
  {
    title: "New Dawn",
    path: "/new-dawn",
    keywords: "dawn donate donation charity nonprofit volunteer foundation entrepreneurs",
  },
  {
    title: "Your account",
    path: "/profile",
    keywords: "account login sign signin register password profile orders addresses",
  },
  {
    title: "Your wishlist",
    path: "/wishlist",
    keywords: "wishlist saved favourites favorites hearts",
  },
  { title: "Your cart", path: "/cart", keywords: "cart basket checkout" },
  {
    title: "Gifts: the accessories",
    path: "/collections/accessories",
    keywords: "gift gifts present presents birthday anniversary christmas",
  },
  {
    title: "Lounge Wear",
    path: "/collections/lounge-wear",
    keywords: "hoodie hoody sweatshirt sweater jumper cardigan tracksuit fleece",
  },
  {
    title: "Smart Casual",
    path: "/collections/casual-luxury",
    keywords: "jeans polo shorts",
  },
  {
    title: "Privacy Policy",
    path: "/privacy",
    keywords: "privacy data cookie cookies gdpr policy personal delete",
  },
  {
    title: "Terms of Service",
    path: "/terms",
    keywords: "terms conditions service law legal policy",
  },
];

/** Words that say nothing about the subject of a question. */
const FILLERS = new Set(
  "a an and are can do does for from how i is it long me much my of on or the there to what when where who why with you your".split(
    " ",
  ),
);

const MAX_PAGES = 3;

/** Removes a plural or verb ending. */
const stem = (word: string) => (word.length > 4 ? word.replace(/(?:ies|ing|ed|es|s)$/, "") : word);

/** Returns 2 for a word, 1 for its beginning or one typing error, else 0. */
function match(submitted: string, terms: readonly string[]): 0 | 1 | 2 {
  const stemmed = stem(submitted);
  if (terms.some((word) => word === submitted || stem(word) === stemmed)) return 2;
  const isClose = terms.some(
    (word) =>
      (submitted.length >= 4 && word.startsWith(submitted)) ||
      (submitted.length >= 6 && word[0] === submitted[0] && slipsBetween(submitted, word) === 1),
  );
  return isClose ? 1 : 0;
}

/** Whether one page names every word of a search, so that products that merely come close are no answer to it. */
export function isPageSearch(text: string): boolean {
  const submitted = searchTerms(text).filter((word) => !FILLERS.has(word));
  return (
    submitted.length > 0 &&
    PAGES.some(({ keywords, title }) => {
      const known = [...keywords.split(" "), ...searchTerms(title)];
      return submitted.every((word) => match(word, known) === 2);
    })
  );
}

/** At most three pages and help texts, best first, that half of the words name. */
export function pagesLike(text: string): FoundPage[] {
  const submitted = searchTerms(text).filter((word) => !FILLERS.has(word));
  if (submitted.length === 0) return [];
  return PAGES.map(({ title, path, keywords }) => {
    const known = [...keywords.split(" "), ...searchTerms(title)];
    const matches = submitted.map((word) => match(word, known));
    const isNamed = matches.filter((value) => value > 0).length * 2 >= submitted.length;
    const score = matches.reduce<number>((sum, value) => sum + value, 0);
    return { title, path, score: isNamed ? score : 0 };
  })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_PAGES)
    .map(({ title, path }) => ({ title, path }));
}
