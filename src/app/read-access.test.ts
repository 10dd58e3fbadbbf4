import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const SRC = join(import.meta.dirname, "..");

/** Tables with measurements, contracts, proposals, garments, photos and specifications, as code and as SQL name them. */
const TABLES = [
  "measurementProfiles",
  "measurementLinks",
  "measurementReads",
  "contracts",
  "contractProposals",
  "garments",
  "garmentImages",
  "fitImages",
  "fitSpecifications",
  "fitFeedback",
  "fitMemories",
  "patternDrafts",
  "alterationRequests",
  "qualityChecks",
];
/** Sealed, or with files, but of no body and no garment. */
const OF_NO_BODY = ["payoutAccounts", "media", "mediaDeletions"];
const SQL_TABLES =
  /\b(?:from|join) (?:garments|contracts|contract_proposals|fit_\w+|garment_images|measurement_\w+|pattern_drafts)\b/;
const READS = new RegExp(
  `(?:from|innerJoin|leftJoin)\\(\\s*(?:${TABLES.join("|")})\\b|\\$\\{(?:${TABLES.join("|")})\\}|Column\\.open\\(|${SQL_TABLES.source}`,
);

/**
 * How a function knows who asks. actor: who is signed in, with the browser that the request proves. link: the token or key of a private
 * link. staff: asAdmin or asAtelier. proven: it takes nobody, and its callers have found the order for the one who asks. public:
 * nothing that it returns belongs to a person.
 */
type Way = "actor" | "link" | "staff" | "proven" | "public";

/** Every function that a route can call in a file that reads such a table. */
const TABLE: Readonly<Record<string, Readonly<Record<string, Way>>>> = {
  "body/links/change-sent-links.server.ts": {
    withdrawLink: "actor",
    renewLink: "actor",
    deleteLink: "actor",
    deleteGroup: "actor",
  },
  "body/links/email-link.server.ts": { emailLink: "actor", remindGroup: "actor" },
  "body/links/measure-by-link.server.ts": {
    openLink: "link",
    startMeasuring: "link",
    saveByLink: "link",
    shareWithSender: "link",
    stopSharing: "link",
    deleteByLink: "link",
  },
  "body/links/sent-links.server.ts": {
    createGroup: "actor",
    createLink: "actor",
    listSentGroups: "actor",
  },
  "body/measurement/measurement-reads.server.ts": { listMyReads: "actor" },
  "body/measurement/profiles.server.ts": {
    listProfiles: "actor",
    renameProfile: "actor",
    deleteProfile: "actor",
    setRetention: "actor",
  },
  "body/measurement/set-apart-people.server.ts": {
    listSetApart: "actor",
    acceptSetApart: "actor",
    deleteSetApart: "actor",
  },
  "garments/alterations/alteration-queries.server.ts": {
    listAlterations: "staff",
    listAlterationsOfGarments: "proven",
    reportCauses: "staff",
    openAlteration: "staff",
  },
  "garments/alterations/fit-feedback.server.ts": {
    submitFeedback: "link",
    mergeWaitingFeedback: "actor",
  },
  "garments/alterations/fit-images.server.ts": { openImageAsStaff: "staff" },
  "garments/contract/contract-queries.server.ts": {
    listContracts: "proven",
    listMyUnfinishedContracts: "actor",
  },
  "garments/contract/contract-reads.server.ts": { findWearers: "proven" },
  "garments/fit-memory/fit-memories.server.ts": {
    listMyFitMemories: "actor",
    removeCorrection: "actor",
  },
  "garments/garment/garment-page.server.ts": { findGarmentPage: "staff" },
  "garments/garment/garment-queries.server.ts": { listGarmentsOfOrder: "proven" },
  "garments/order-patterns/change-pattern.server.ts": {
    redrawPattern: "actor",
    savePattern: "actor",
    tickChoices: "staff",
    approvePattern: "staff",
    draftNow: "staff",
  },
  "garments/order-patterns/customer-drawings.server.ts": {
    isOwnFileKind: "public",
    writeOwnPattern: "actor",
    previewPattern: "public",
  },
  "garments/order-patterns/line-cloth.server.ts": { findClothNeed: "proven" },
  "garments/order-patterns/stored-patterns.server.ts": { svgOf: "proven" },
  "garments/order-patterns/tailor-patterns.server.ts": {
    listComponentStates: "proven",
    taskOf: "public",
    listPatternLines: "staff",
    openPatternLine: "staff",
  },
  "garments/production/change-garment.server.ts": { changeGarment: "actor" },
  "garments/production/garment-images.server.ts": {
    addGarmentImage: "staff",
    removeGarmentImage: "staff",
    readGarmentImage: "staff",
  },
  "garments/production/makers.server.ts": {
    listMakers: "staff",
    findMaker: "staff",
    createMaker: "staff",
    updateMaker: "actor",
    archiveMaker: "actor",
    addAbsence: "staff",
    removeAbsence: "staff",
  },
  "garments/proposals/open-line.server.ts": { findLineContract: "staff", openLineAsStaff: "actor" },
  "garments/proposals/respond-to-proposal.server.ts": {
    findProposal: "link",
    respondToProposal: "link",
  },
  "garments/quality-control/check-quality.server.ts": {
    openQualityForm: "staff",
    checkQuality: "staff",
  },
  "garments/scheduling/at-risk.server.ts": { listPromisesAtRisk: "staff", rescuePromise: "staff" },
  "garments/scheduling/need-by.server.ts": {
    needByProblem: "public",
    findReadyPage: "public",
    findNeedBy: "actor",
    agreeNeedBy: "actor",
    withdrawNeedBy: "actor",
  },
  "garments/specification/create-specification.server.ts": {
    createSpecification: "actor",
    changeSpecification: "actor",
  },
  "garments/specification/specification-queries.server.ts": { findOwnChoice: "actor" },
  "office/reports/due-work.server.ts": { listDueWork: "staff" },
  "orders/order/order-code.server.ts": {
    sendOrderCode: "actor",
    sendOrderCodeAgain: "actor",
    redeemOrderCode: "actor",
  },
  "sales/impact/impact-queries.server.ts": {
    readImpactTotals: "public",
    listMakersOfProduct: "public",
    findGarmentLabel: "link",
  },
  "sales/impact/made-garment.server.ts": {
    findMadeGarment: "public",
  },
  "sales/payments/payout-account.server.ts": {
    saveOwnPayoutAccount: "actor",
    saveGuestPayoutAccount: "actor",
    findPayoutAccount: "staff",
  },
};

/** Routes that may call what takes nobody, because the page has found the order or the staff before. */
const PROVEN_CALLERS = /^app\/(admin|account)\//;

const SAYS: Readonly<Record<Way, RegExp>> = {
  actor: /\bactor\b/,
  link: /\b(token|key|GarmentKey)\b/,
  staff: /\bas(Admin|Atelier|AdminWithCode)\(/,
  proven: /./,
  public: /./,
};

const sourcesBelow = (pattern: string) =>
  globSync(pattern, { cwd: SRC })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => !/\.test\./.test(path))
    .map((path) => ({ path, text: readFileSync(join(SRC, path), "utf8") }));

/** Which routes import which function of which feature's file. */
function importersOf(): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>();
  for (const { path, text } of sourcesBelow("app/**/*.{ts,tsx}")) {
    for (const [, names = "", file] of text.matchAll(
      /^import \{([^}]*)\} from "#features\/([^"]+)"/gm,
    )) {
      for (const name of names.split(",").map((each) => each.trim())) {
        const key = `${file} ${name}`;
        importers.set(key, [...(importers.get(key) ?? []), path]);
      }
    }
  }
  return importers;
}

/** A function up to the next top-level declaration, with the types of the file that it names. */
function textOf(text: string, name: string): string {
  const [, declared = ""] =
    new RegExp(
      `^(export (?:async )?(?:function|const) ${name}\\b[\\s\\S]*?)(?=^(?:export |/\\*\\*|type |const |function |async function )|(?![\\s\\S]))`,
      "m",
    ).exec(text) ?? [];
  const types = [...text.matchAll(/^(?:export )?type (\w+)[\s\S]*?;\n(?=\n|\S|$)/gm)]
    .filter(([, type = ""]) => new RegExp(`\\b${type}\\b`).test(declared))
    .map(([type]) => type);
  return [declared, ...types].join("\n");
}

const importers = importersOf();
const readers = sourcesBelow("features/**/*.server.ts")
  .filter(({ text }) => READS.test(text))
  .flatMap(({ path, text }) => {
    const file = path.replace(/^features\//, "");
    const names = [...text.matchAll(/^export (?:async )?(?:function|const) ([a-z]\w+)/gm)];
    return names
      .map(([, name = ""]) => ({ file, name, text: textOf(text, name) }))
      .filter(({ name }) => importers.has(`${file} ${name}`));
  });

test("every read of measurements, contracts, proposals, garments, photos and specifications that a route can call is in the table", () => {
  const found: Record<string, string[]> = {};
  for (const { file, name } of readers) found[file] = [...(found[file] ?? []), name];
  const listed = Object.entries(TABLE).map(([file, names]) => [file, Object.keys(names)]);
  const sorted = (names: Record<string, string[]>) =>
    Object.entries(names)
      .flatMap(([file, each]) => each.map((name) => `${file} ${name}`))
      .toSorted();
  expect(sorted(found)).toEqual(sorted(Object.fromEntries(listed)));
});

test.each(readers)(
  "$name of $file knows who asks in the way of its row",
  ({ file, name, text }) => {
    const way = TABLE[file]?.[name] ?? "actor";
    expect(text).toMatch(SAYS[way]);
    if (way !== "proven") return;
    const callers = importers.get(`${file} ${name}`) ?? [];
    expect(callers.filter((path) => !PROVEN_CALLERS.test(path))).toEqual([]);
  },
);

test("every table with a sealed column or a file of its own is among the tables, or says that it is of no body", () => {
  const declared = sourcesBelow("db/schema/*.ts").flatMap(({ text }) =>
    text
      .split(/^(?=export const )/m)
      .filter((block) => /^export const \w+ = pgTable\(/.test(block))
      .filter((block) => /\b(?:sealedText|storageKey)\(/.test(block))
      .map((block) => block.slice("export const ".length, block.indexOf(" = "))),
  );
  expect(declared.length).toBeGreaterThan(9);
  const known = new Set([...TABLES, ...OF_NO_BODY]);
  expect(declared.filter((name) => !known.has(name))).toEqual([]);
});
