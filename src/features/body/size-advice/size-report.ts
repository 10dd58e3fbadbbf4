import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import { sizeIndexOf } from "./size-fit.ts";
import type { SizedFor } from "./size-ranges.ts";
import { decidingMeasurements } from "./size-ranges.ts";

/** What the report knows of each person, in mm. */
export const PEOPLE_COLUMNS = ["chest", "waist", "seat"] as const;

type SurveyPerson = Readonly<Record<(typeof PEOPLE_COLUMNS)[number], number>>;

export type SurveyPeople = {
  readonly women: readonly SurveyPerson[];
  readonly men: readonly SurveyPerson[];
};

/** Shares from 0 to 1 of the women, of the men, and of both counted equally. */
export type Shares = { readonly women: number; readonly men: number; readonly all: number };

export type SizeReport = {
  /** Whose size it is, and how many of all people it fits at every place. */
  readonly sizes: readonly {
    readonly size: string;
    readonly wear: Shares;
    readonly fits: Shares;
  }[];
  readonly below: Shares;
  readonly above: Shares;
  /** No size is wide enough at this place; a person counts at each. Largest first. */
  readonly tooTight: readonly { readonly name: MeasurementName; readonly share: Shares }[];
  /** A size fits them at every place. */
  readonly wellServed: Shares;
};

type Girths = ReadonlyMap<MeasurementName, number>;

const girthsOf = (person: SurveyPerson): Girths =>
  new Map(PEOPLE_COLUMNS.map((name) => [name, person[name]]));

const fitsEverywhere = (size: SizedFor | undefined, names: MeasurementName[], girths: Girths) =>
  size !== undefined &&
  names.every((name) => {
    const range = size.ranges[name];
    const girth = girths.get(name);
    return !range || girth === undefined || (girth >= range.from && girth <= range.to);
  });

/**
 * Which share of measured people wears each size (smallest first) as the size advice advises it, and where the gaps are. Women
 * and men count the same.
 */
export function sizeReport(sizes: readonly SizedFor[], people: SurveyPeople): SizeReport {
  const names = decidingMeasurements(sizes).filter((name) =>
    PEOPLE_COLUMNS.some((column) => column === name),
  );
  const classify = (person: SurveyPerson) => {
    const girths = girthsOf(person);
    const index = sizeIndexOf(sizes, (name) => girths.get(name)) ?? -1;
    const largest = sizes.at(-1);
    return {
      index,
      fits: fitsEverywhere(sizes[index], names, girths),
      tight: names.filter((name) => (girths.get(name) ?? 0) > (largest?.ranges[name]?.to ?? 0)),
    };
  };
  const women = people.women.map(classify);
  const men = people.men.map(classify);
  const share = (test: (person: ReturnType<typeof classify>) => boolean): Shares => {
    const of = (group: typeof women) => group.filter(test).length / Math.max(1, group.length);
    const shares = { women: of(women), men: of(men) };
    return { ...shares, all: (shares.women + shares.men) / 2 };
  };
  return {
    sizes: sizes.map(({ size }, index) => ({
      size,
      wear: share((person) => person.index === index),
      fits: share((person) => person.index === index && person.fits),
    })),
    below: share(({ index }) => index < 0),
    above: share(({ index }) => index >= sizes.length),
    tooTight: names
      .map((name) => ({ name, share: share(({ tight }) => tight.includes(name)) }))
      .sort((a, b) => b.share.all - a.share.all),
    wellServed: share(({ fits }) => fits),
  };
}

type StoredPeople = {
  readonly columns: readonly string[];
  readonly women: string;
  readonly men: string;
};

/** Decodes survey-people.json: unsigned 16-bit integers, little-endian, in base64; one row for each person. */
export function decodePeople(stored: StoredPeople): SurveyPeople {
  const decode = (text: string): SurveyPerson[] => {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    const view = new DataView(bytes.buffer);
    const width = 2 * PEOPLE_COLUMNS.length;
    return Array.from({ length: bytes.length / width }, (_, row) => {
      const [chest, waist, seat] = PEOPLE_COLUMNS.map((_name, column) =>
        view.getUint16(row * width + 2 * column, true),
      );
      return { chest: chest ?? 0, waist: waist ?? 0, seat: seat ?? 0 };
    });
  };
  return { women: decode(stored.women), men: decode(stored.men) };
}
