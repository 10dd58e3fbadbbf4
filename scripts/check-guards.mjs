/**
 * Fails for an exported function of src/features that any actor may call and that has no guard. `asAdmin` and
 * `asAtelier` take a use case of an `Admin`, so a guarded one does not name the type `Actor`. Whoever names it checks
 * that the actor is signed in, or a customer, or is listed here with a reason. Types of other modules are not followed.
 */
import { globSync, readFileSync } from "node:fs";
import { parseSync } from "vite";

const EXCEPTIONS = [
  {
    functions: ["isAdmin", "isSignedIn", "isAtelier"],
    reason: "The checks themselves.",
  },
  {
    functions: ["exportLedger", "exportOrders", "exportProducts", "getSurveySizeReport"],
    reason: "They check for an admin and return at once, without a promise.",
  },
  {
    functions: ["findCreditOfEmail", "findDraft", "dismissOffer"],
    reason: "They check for an admin; everybody else gets nothing instead of a refusal.",
  },
  {
    functions: ["issueStoreCreditWithin"],
    reason:
      "It checks for an admin, in the transaction of its caller, which is its third argument.",
  },
  {
    functions: ["getAdminOrder", "writeLabel", "writeTickets", "issueStoreCredit"],
    reason: "They begin with a guarded use case, which gets their actor.",
  },
  {
    functions: ["readInquiredMeasurements"],
    reason: "It returns what readSpecificationAsStaff opens, which gets its actor.",
  },
  {
    functions: [
      "cancelOwnOrder",
      "deleteLink",
      "findMyContracts",
      "findMyOrder",
      "findUsualDestination",
      "quoteReorder",
      "remindGroup",
      "renameProfile",
      "renewLink",
      "withdrawLink",
      "writeContract",
      "writeCorrection",
      "writeInvoice",
    ],
    reason: "They begin with a read of what belongs to the signed-in actor, which refuses others.",
  },
  {
    functions: [
      "chooseCredit",
      "retrieveOrder",
      "findMyCreditView",
      "findOfferedCredit",
      "findSpendableCredit",
    ],
    reason: "Visitors buy too: the actor decides what is known about them, not whether they may.",
  },
];

/** Domains whose guards are still written by hand; cloth has its guards. */
const HAND_WRITTEN = /^src\/features\/garments\/(?!cloth\/)/;

const FUNCTIONS = new Set(["ArrowFunctionExpression", "FunctionDeclaration", "FunctionExpression"]);
const CHECK = /\bisSignedIn\(|\bactor\.role (?:!==|===) "/;

/** The exported functions of a module. */
function exportedFunctions(program) {
  return program.body.flatMap(({ type, declaration }) => {
    if (type !== "ExportNamedDeclaration" || !declaration) return [];
    if (declaration.type === "FunctionDeclaration")
      return [{ name: declaration.id.name, code: declaration }];
    if (declaration.type !== "VariableDeclaration") return [];
    return declaration.declarations
      .filter(({ init }) => FUNCTIONS.has(init?.type))
      .map(({ id, init }) => ({ name: id.name, code: init }));
  });
}

/** The types that a module declares, as text. */
function declaredTypes(program, text) {
  const declarations = program.body.map((statement) => statement.declaration ?? statement);
  return new Map(
    declarations
      .filter(({ type }) => type === "TSTypeAliasDeclaration")
      .map(({ id, typeAnnotation: { start, end } }) => [id.name, text.slice(start, end)]),
  );
}

/** Whether a type, or one of its module that it is made of, names `Actor`. */
function namesActor(type, types, visited = new Set()) {
  return [...type.matchAll(/\b[A-Z]\w*/g)].some(([name]) => {
    if (name === "Actor") return true;
    if (visited.has(name) || !types.has(name)) return false;
    return namesActor(types.get(name), types, visited.add(name));
  });
}

const listed = new Set(EXCEPTIONS.flatMap(({ functions }) => functions));
const unused = new Set(listed);
const problems = [];
let guarded = 0;
let checked = 0;
for (const file of globSync("src/features/**/*.ts")) {
  if (file.endsWith(".test.ts") || HAND_WRITTEN.test(file)) continue;
  const text = readFileSync(file, "utf8");
  guarded += [...text.matchAll(/ = as(?:Admin|AdminWithCode|Atelier)\(/g)].length;
  const { program } = parseSync(file, text, { lang: "ts" });
  const types = declaredTypes(program, text);
  for (const { name, code } of exportedFunctions(program)) {
    const parameters = code.params.map(({ start, end }) => text.slice(start, end));
    if (!parameters.some((parameter) => namesActor(parameter, types))) continue;
    checked += 1;
    unused.delete(name);
    if (listed.has(name)) continue;
    const body = text.slice(code.body.start, code.body.end);
    if (/\bis(?:Admin|Atelier)\(/.test(body))
      problems.push(`${file}: ${name} checks for staff itself: use asAdmin or asAtelier`);
    else if (!CHECK.test(body))
      problems.push(`${file}: ${name} does not check its actor: use a guard, or list it`);
    if (parameters.some((parameter) => /^\w+: Actor$/.test(parameter)))
      problems.push(`${file}: ${name} takes its actor beside its input, not as input.actor`);
  }
}
for (const name of unused) problems.push(`${name} is listed as an exception, but needs none`);
if (guarded < 100 || checked < 50) problems.push("Too few use cases were found.");
for (const problem of problems) console.error(`${problem} (scripts/check-guards.mjs)`);
console.log(
  `${guarded} guarded use cases, ${checked} for any actor, ${problems.length} without a guard`,
);
process.exit(problems.length === 0 ? 0 : 1);
