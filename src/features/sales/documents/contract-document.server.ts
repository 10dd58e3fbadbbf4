import { formatDay, formatMoment } from "#core/georgetown-time.ts";
import type { Currency } from "#core/money-amount.ts";
import { formatMoney, money } from "#core/money-amount.ts";
import { contractStateMessages } from "#features/garments/contract/contract.ts";
import {
  changesBetween,
  listDetails,
  listMeasurements,
} from "#features/garments/contract/contract-changes.ts";
import {
  agreedPriceParts,
  describeContract,
} from "#features/garments/contract/contract-description.ts";
import type { OpenContractVersion } from "#features/garments/contract/contract-queries.server.ts";
import { policyOf } from "#features/garments/contract/policy.ts";
import { hiddenNumbersMessage } from "#features/garments/specification/specification.ts";
import {
  differenceText,
  lineFacts,
  WEARER_LABEL,
} from "#features/orders/order/line-description.ts";
import type { Letterhead } from "./order-document.server.ts";
import { letterhead } from "./order-document.server.ts";

/** One row: the label at the left, then the columns; `note` is small, under the label; marked rows need a look. */
export type ContractRow = {
  label: string;
  cells: readonly string[];
  note?: string;
  isMarked?: boolean;
};

export type ContractSection = {
  title: string;
  /** Of the columns beside the label, with their widths in points. */
  columns: readonly { title: string; width: number; align?: "left" | "right" | "blank" }[];
  rows: readonly ContractRow[];
  /** A paragraph after the rows. */
  text?: string;
};

/** The pages of one ordered line. */
export type ContractPages = {
  siteName: string;
  title: string;
  from: readonly string[];
  facts: readonly { label: string; value: string }[];
  heading: string;
  lead: string;
  /** Points of a row's text. */
  size: number;
  sections: readonly ContractSection[];
};

export type ContractDocument = {
  /** Without extension. */
  fileName: string;
  /** In the file's properties and at the foot of each page. */
  name: string;
  pages: readonly ContractPages[];
  notes: readonly string[];
};

type Input = {
  house: Letterhead;
  order: { id: string; createdAt: Date };
  /** Of lines in the order's order, each with its versions oldest first. */
  lines: readonly (readonly OpenContractVersion[])[];
};

const number = (order: { id: string }) => order.id.slice(0, 8);

const seal = ({ hash }: Pick<OpenContractVersion, "hash">) => hash.slice(0, 16);

/** "97.8 cm" and "38 1/2 in" of "97.8 cm (38 1/2 in)"; angles have one text. */
function bothUnits(text: string): [string, string] {
  const [metric = text, imperial = ""] = text.split(" (");
  return [metric, imperial.replace(")", "")];
}

/**
 * What was ordered, without the wearer, whom the heading names: size, color, every choice, fit and monogram. With prices it ends with what
 * the price of one is made of.
 */
function orderedSection(version: OpenContractVersion, withPrices: boolean): ContractSection {
  const { terms } = version;
  const parts = withPrices ? agreedPriceParts(terms) : [];
  const currency: Currency = terms.currency === "GYD" ? "GYD" : "USD";
  const isPriced = parts.length > 0;
  const cells = (text: string, price: string) => (isPriced ? [text, price] : [text]);
  const amountOf = (label: string) => parts.find((part) => part.label === label)?.amount;
  const priceOf = (label: string) => {
    const amount = amountOf(label);
    return amount ? differenceText(amount) : "";
  };
  const base = amountOf("Garment");
  return {
    title: "Ordered",
    columns: [
      { title: "Chosen", width: 200, align: "left" as const },
      ...(isPriced ? [{ title: "Price", width: 80, align: "right" as const }] : []),
    ],
    rows: [
      ...lineFacts(describeContract(version))
        .filter(({ label }) => label !== WEARER_LABEL)
        .map(({ label, text }) => ({ label, cells: cells(text, priceOf(`${label}: ${text}`)) })),
      ...(base ? [{ label: "Garment", cells: cells("", formatMoney(base)) }] : []),
      ...(amountOf("Made to measure")
        ? [{ label: "Made to measure", cells: cells("", priceOf("Made to measure")) }]
        : []),
      ...(isPriced
        ? [
            {
              label: "Price of one",
              cells: cells("", formatMoney(money(terms.unitPriceMinor, currency))),
            },
          ]
        : []),
      ...(withPrices && terms.remakeOf !== undefined
        ? [{ label: "Price of one", cells: cells("Made again at no charge", "") }]
        : []),
    ],
  };
}

function measurementSections(version: OpenContractVersion): ContractSection[] {
  const { specification, state } = version;
  if (!specification) {
    const text = state === "valid" ? "" : contractStateMessages[state];
    return [{ title: "Measurements", columns: [], rows: [], text }];
  }
  const hidden = hiddenNumbersMessage(specification);
  const details = listDetails(specification);
  const ordered = ["Fit", "Monogram", "Remarks"];
  const fields = details.filter(({ label }) => !ordered.includes(label));
  const measurements = listMeasurements(specification);
  const hasDoubts = measurements.some(({ doubt }) => doubt !== "");
  const measured: ContractSection = hidden
    ? { title: "Measurements", columns: [], rows: [], text: hidden }
    : {
        title: "Measurements",
        columns: [
          { title: "cm", width: 60, align: "right" },
          { title: "Inches", width: 62, align: "right" },
          ...(hasDoubts ? [{ title: "Doubts", width: 124, align: "left" as const }] : []),
        ],
        rows: measurements.map(({ doubt, label, text }) => ({
          label,
          cells: [...bothUnits(text), ...(hasDoubts ? [doubt] : [])],
          isMarked: doubt !== "",
        })),
      };
  const { remarks } = specification;
  if (fields.length === 0 && remarks === "") return [measured];
  return [
    measured,
    {
      title: "Body and remarks",
      columns: [{ title: "", width: 300, align: "left" }],
      rows: fields.map(({ label, text }) => ({ label, cells: [text] })),
      ...(remarks && { text: `Remarks: ${remarks}` }),
    },
  ];
}

/** One side of a change; remarks are sentences of their own. */
function changedText(label: string, text: string | null): string {
  if (text === null) return "nothing";
  return label === "Remarks" ? `“${text}”` : text;
}

/** What each later version changed, newest first; versions without measurements have their seal only. */
function historySection(versions: readonly OpenContractVersion[]): ContractSection[] {
  if (versions.length < 2) return [];
  const rows = versions.map((version, index) => {
    const { specification, terms } = version;
    const before = versions[index - 1];
    const old = before?.specification;
    const changes =
      before && old && specification
        ? changesBetween({ specification: old, terms: before.terms }, { specification, terms })
        : [];
    const note = changes
      .map(
        ({ after, before, label }) =>
          `${label}: ${changedText(label, before)} becomes ${changedText(label, after)}`,
      )
      .join("; ");
    return {
      label: `Version ${version.version}, ${version.origin === "order" ? "as ordered" : version.terms.changedBy ? "changed by you" : "approved by you"}`,
      cells: [formatDay(version.createdAt), seal(version)],
      note,
    };
  });
  return [
    {
      title: "All versions",
      columns: [
        { title: "Agreed", width: 90, align: "left" },
        { title: "Seal", width: 120, align: "right" },
      ],
      rows: rows.toReversed(),
    },
  ];
}

/** The rules that the customer ordered under, as the page of the order says them. */
function policySection({ terms }: OpenContractVersion): ContractSection[] {
  const sentences = policyOf(terms.policyVersion);
  if (sentences.length === 0) return [];
  return [{ title: "What applies", columns: [], rows: [], text: sentences.join("\n") }];
}

const personOf = (version: OpenContractVersion) => {
  const wearer = describeContract(version).fit?.wearer ?? "";
  return wearer === "" ? "" : `for ${wearer}`;
};

/**
 * What the customer and the house agreed on for each made-to-measure line of an order: options, prices, measurements with their
 * confidence in words, and all versions. Only for the order's customer.
 */
export function contractDocument({ house, lines, order }: Input): ContractDocument {
  const pages = lines.flatMap((versions) => {
    const newest = versions.at(-1);
    if (!newest) return [];
    return [
      {
        siteName: house.siteName,
        title: "Contract",
        from: letterhead(house),
        facts: [
          { label: "Order", value: number(order) },
          { label: "Ordered", value: formatDay(order.createdAt) },
          { label: "Version", value: String(newest.version) },
          { label: "Agreed", value: formatDay(newest.createdAt) },
          { label: "Terms", value: `version ${newest.terms.policyVersion}` },
          { label: "Seal", value: seal(newest) },
        ],
        heading: newest.terms.product,
        lead: personOf(newest),
        size: 10,
        sections: [
          orderedSection(newest, true),
          ...measurementSections(newest),
          ...policySection(newest),
          ...historySection(versions),
        ],
      },
    ];
  });
  return {
    fileName: `contract-${number(order)}`,
    name: `Contract ${number(order)}`,
    pages,
    notes: [
      "Your piece is cut to what is written here. It cannot be changed without your approval.",
      "Private: this document has body measurements. Days are those of Georgetown, Guyana.",
    ],
  };
}

/**
 * What the tailor has on the table: large numbers, a line for what the tape says, no price and nothing about the customer but the
 * person's name. Only for the atelier.
 */
export function workDocument(
  input: Omit<Input, "lines"> & {
    versions: readonly OpenContractVersion[];
    quantity: number;
    printedBy: string;
    printedAt: Date;
  },
): ContractDocument {
  const { house, order, printedAt, printedBy, quantity, versions } = input;
  const newest = versions.at(-1);
  if (!newest) throw new Error("A work document needs a contract");
  const [measured, ...details] = measurementSections(newest);
  const withTape = measured && {
    ...measured,
    columns: measured.columns.length
      ? [...measured.columns, { title: "Checked", width: 52, align: "blank" as const }]
      : [],
    rows: measured.rows.map((row) => ({ ...row, cells: [...row.cells, ""] })),
  };
  const name = `Work document ${number(order)}`;
  const page: ContractPages = {
    siteName: house.siteName,
    title: "Work document",
    from: [`Cut to version ${newest.version} of the contract`, `Seal ${seal(newest)}`],
    facts: [
      { label: "Order", value: number(order) },
      { label: "Pieces", value: String(quantity) },
      { label: "Printed", value: formatMoment(printedAt) },
      { label: "Opened by", value: printedBy },
    ],
    heading: newest.terms.product,
    lead: personOf(newest),
    size: 11,
    sections: [...(withTape ? [withTape] : []), ...details, orderedSection(newest, false)],
  };
  return {
    fileName: `work-document-${number(order)}`,
    name,
    pages: [page],
    notes: ["Body measurements: keep this page in the atelier, and destroy it after the delivery."],
  };
}
