/** Other spellings of Intl's formats, as legal as those of this Node: each engine and each ICU has its own. */

type Part<Type> = { type: Type; value: string };

const DATE_TYPES = new Set<Intl.DateTimeFormatPartTypes>(["year", "month", "day"]);
const ISOLATED = "\u200e";
const NARROW_SPACE = "\u202f";

const isNumeric = ({ value }: { value: string }) => /^\d+$/.test(value);
const joined = (parts: readonly { value: string }[]) => parts.map(({ value }) => value).join("");

function withNarrowSpaces<Type>(part: Part<Type>): Part<Type> {
  if (part.type !== "literal") return part;
  return { type: part.type, value: part.value.replaceAll(/[ \u00a0]/g, NARROW_SPACE) };
}

/** ICU 72 writes a day of en-CA as 11/27/2026, where others write 2026-11-27: a numeric day changes its order. */
function inOtherOrder(parts: readonly Intl.DateTimeFormatPart[]): Intl.DateTimeFormatPart[] {
  const date = parts.filter(({ type }) => DATE_TYPES.has(type));
  if (date.length !== 3 || !date.every(isNumeric)) return [...parts];
  const startsWithYear = date[0]?.type === "year";
  const order = startsWithYear ? ["month", "day", "year"] : ["year", "month", "day"];
  const separator = startsWithYear ? "/" : "-";
  const reordered = order.flatMap((type, index): Intl.DateTimeFormatPart[] => {
    const part = date.filter((each) => each.type === type);
    return index === 0 ? part : [{ type: "literal", value: separator }, ...part];
  });
  const first = parts.findIndex(({ type }) => DATE_TYPES.has(type));
  const last = parts.findLastIndex(({ type }) => DATE_TYPES.has(type));
  return [...parts.slice(0, first), ...reordered, ...parts.slice(last + 1)];
}

function otherMoment(parts: readonly Intl.DateTimeFormatPart[]): Intl.DateTimeFormatPart[] {
  const isolated: Intl.DateTimeFormatPart = { type: "literal", value: ISOLATED };
  return [isolated, ...inOtherOrder(parts.map(withNarrowSpaces))];
}

function otherNumber(parts: readonly Intl.NumberFormatPart[]): Intl.NumberFormatPart[] {
  return parts.map((part) => {
    if (part.type === "group") return { type: part.type, value: NARROW_SPACE };
    if (part.type === "minusSign") return { type: part.type, value: "\u2212" };
    if (part.type === "currency") return { type: part.type, value: `${ISOLATED}${part.value}` };
    return withNarrowSpaces(part);
  });
}

type Restore = () => void;

/** Replaces one property of a prototype until the returned function is called. */
function replace(prototype: object, name: string, replacement: PropertyDescriptor): Restore {
  const original = Object.getOwnPropertyDescriptor(prototype, name);
  if (!original) throw new Error(`There is no ${name} to replace.`);
  Object.defineProperty(prototype, name, { configurable: true, ...replacement });
  return () => Object.defineProperty(prototype, name, original);
}

function spellMomentsOtherwise(): Restore[] {
  const prototype = Intl.DateTimeFormat.prototype;
  const originalParts = prototype.formatToParts;
  function formatToParts(this: Intl.DateTimeFormat, moment?: Date | number) {
    return otherMoment(originalParts.call(this, moment));
  }
  function format(this: Intl.DateTimeFormat) {
    return (moment?: Date | number) => joined(otherMoment(originalParts.call(this, moment)));
  }
  const withDefaults = (defaults: Intl.DateTimeFormatOptions) => ({
    writable: true,
    value(this: Date, locale?: Intl.LocalesArgument, options?: Intl.DateTimeFormatOptions) {
      return new Intl.DateTimeFormat(locale, options ?? defaults).format(this);
    },
  });
  const date: Intl.DateTimeFormatOptions = { year: "numeric", month: "numeric", day: "numeric" };
  const time: Intl.DateTimeFormatOptions = {
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  };
  return [
    replace(prototype, "formatToParts", { writable: true, value: formatToParts }),
    replace(prototype, "format", { get: format }),
    replace(Date.prototype, "toLocaleString", withDefaults(Object.assign({}, date, time))),
    replace(Date.prototype, "toLocaleDateString", withDefaults(date)),
    replace(Date.prototype, "toLocaleTimeString", withDefaults(time)),
  ];
}

function spellNumbersOtherwise(): Restore[] {
  const prototype = Intl.NumberFormat.prototype;
  const originalParts = prototype.formatToParts;
  function formatToParts(this: Intl.NumberFormat, value: number | bigint) {
    return otherNumber(originalParts.call(this, value));
  }
  function format(this: Intl.NumberFormat) {
    return (value: number | bigint) => joined(otherNumber(originalParts.call(this, value)));
  }
  function localeString(
    this: number,
    locale?: Intl.LocalesArgument,
    options?: Intl.NumberFormatOptions,
  ) {
    return new Intl.NumberFormat(locale, options).format(this);
  }
  return [
    replace(prototype, "formatToParts", { writable: true, value: formatToParts }),
    replace(prototype, "format", { get: format }),
    replace(Number.prototype, "toLocaleString", { writable: true, value: localeString }),
  ];
}

/** Spells days, moments, numbers and amounts in another legal way until the returned function is called. */
export function spellOtherwise(): Restore {
  const restores = [...spellMomentsOtherwise(), ...spellNumbersOtherwise()];
  return () => {
    for (const restore of restores) restore();
  };
}
