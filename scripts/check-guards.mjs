/**
 * Fails for an exported function of src/features that any actor may call and that has no guard. `asAdmin` and
 * `asAtelier` take a use case of an `Admin`, `asSignedIn` and `asConfirmed` one of somebody who is signed in, so a guarded one does
 * not name the type `Actor`. Whoever names it checks
 * that the actor is signed in, or a customer, or is listed here with a reason.
 */
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseSync } from "vite";

const EXCEPTIONS = [
  {
    functions: ["isAdmin", "isSignedIn", "isAtelier", "requireAtelier"],
    reason: "The checks themselves.",
  },
  {
    functions: ["exportLedger", "exportProducts", "getSurveySizeReport"],
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
    functions: ["writeLabel", "writeTickets"],
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
      "findWhoseReturn",
      "quoteReorder",
      "remindGroup",
      "renameProfile",
      "renewLink",
      "returnToProfile",
      "withdrawLink",
      "writeContract",
      "writeCorrection",
      "writeInvoice",
    ],
    reason: "They begin with a read of what belongs to the signed-in actor, which refuses others.",
  },
  {
    functions: ["holderOf", "ownedBy", "ownerOf", "proveBrowser"],
    reason: "They are the check itself: whose specification it is, and which browser asks.",
  },
  {
    functions: [
      "changeProvenContract",
      "findOrderProof",
      "findProvenChangeForm",
      "hasSentCode",
      "lookUpContracts",
      "redeemOrderCode",
      "requestProvenRemeasured",
      "saveGuestPayoutAccount",
      "sendOrderCode",
      "sendOrderCodeAgain",
      "writeProvenContract",
    ],
    reason:
      "Guests have no account: number and email, and the proof of their browser, decide (ADR 0061).",
  },
  {
    functions: ["confirmEmail", "findConfirmationLink"],
    reason:
      "The mailed link is what is proven; the actor decides whether a password is asked for too (ADR 0095).",
  },
  {
    functions: ["proposeChange"],
    reason:
      "Its failures have a code, and the permission is read in the transaction that sends the proposal.",
  },
  {
    functions: [
      "openLineAsStaff",
      "openComponent",
      "redrawPattern",
      "savePattern",
      "writePatternFile",
    ],
    reason:
      "They begin with a guarded read of the line's contract or pattern, which gets their actor.",
  },
  {
    functions: [
      "archiveMaker",
      "updateMaker",
      "decideAlteration",
      "giveAlterationCredit",
      "stepAlteration",
    ],
    reason: "A private function with the guard does their work.",
  },
  {
    functions: ["removeCorrection"],
    reason:
      "Customers remove their own corrections; for those of others it asks for the permission of the atelier.",
  },
  {
    functions: [
      "changeOwnContract",
      "findGarmentFit",
      "findOwnChangeForm",
      "findStoredFit",
      "requestAlteration",
      "requestOwnRemeasured",
      "sendReceipt",
      "submitFeedback",
      "writeOwnPattern",
    ],
    reason:
      "They begin with a read of the actor's own order, garment or profile, which refuses others.",
  },
  {
    functions: [
      "agreeNeedBy",
      "changeSpecification",
      "createSpecification",
      "findInquiredFit",
      "findNeedBy",
      "findOwnChoice",
      "forgetNeedBy",
      "listGarmentsOfSpecifications",
      "listOrderableFits",
      "listWearers",
      "openOrderedFits",
      "preparePromises",
      "quoteCart",
      "quoteOrder",
      "repeatSpecification",
      "submitInquiry",
      "withdrawNeedBy",
    ],
    reason:
      "Visitors order to measure too: only the actor's own specifications are read (ownedBy).",
  },
  {
    functions: [
      "placeOrder",
      "buildOrderRows",
      "chooseCredit",
      "explainRefusal",
      "reserveOrder",
      "writeOrder",
      "retrieveOrder",
      "findMyCreditView",
      "findOfferedCredit",
      "findSpendableCredit",
      "withReadyDays",
    ],
    reason: "Visitors buy too: the actor decides what is known about them, not whether they may.",
  },
];

/** The tables of who comes in and what they may do. */
const WAYS_IN = ["authAccounts", "passkeys", "profiles", "staffInvitations", "twoFactors"];

/** What changes them for somebody who need not prove once more who they are. */
const WITHOUT_PROOF = [
  {
    functions: ["ensureFirstAdmin", "resealSecondFactors"],
    reason: "Commands and the start of the shop call them, no session.",
  },
  {
    functions: ["writePassword", "dropSecondFactors", "endStrangersRights", "endOtherWaysThan"],
    reason:
      "They write within the transaction of confirmEmail, resetPassword or resetAdminPassword.",
  },
  {
    functions: [
      "resetPassword",
      "confirmEmail",
      "acceptInvitation",
      "verifyPasskeySignIn",
      "consumeAppCode",
      "signInWithCode",
    ],
    reason: "The link, the key or the code is the proof.",
  },
  {
    functions: ["confirmWithPasskey"],
    reason: "It counts the use of the key that is the proof.",
  },
  {
    functions: ["saveProfile", "saveEmailPreferences", "unsubscribe", "dismissOffer"],
    reason: "They change a name, a wish for mails or that an offer was seen: no way in.",
  },
  {
    functions: ["beginSecondFactorDuty"],
    reason: "The frame of the admin's pages calls it; it stores when the shop first asked.",
  },
  {
    functions: ["deleteAccount"],
    reason: "Its page asks for the password each time (confirmIdentity).",
  },
];

/** What gives store credit that nobody paid: a writing of the ledger with this kind, and the function that does it for others. */
const GIVES_CREDIT = /\bkind: "issue"|\bissueStoreCreditWithin\(/;

/** What gives it for somebody who need not prove once more who they are (ADR 0054). */
const CREDIT_WITHOUT_PROOF = [
  {
    functions: ["issueStoreCreditWithin"],
    reason: "It writes in the transaction of its caller, which is guarded or listed here.",
  },
  {
    functions: ["giveAlterationCredit"],
    reason: "It gives the customer of a garment at most what was approved, against her receipt.",
  },
];

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

const FEATURE_IMPORT = /^(?:#features\/|\.)/;

/** The types that a module declares, as text. */
function declaredTypes(program, text) {
  const declarations = program.body.map((statement) => statement.declaration ?? statement);
  return new Map(
    declarations
      .filter(({ type }) => type === "TSTypeAliasDeclaration")
      .map(({ id, typeAnnotation: { start, end } }) => [id.name, text.slice(start, end)]),
  );
}

/** The modules of features from which a module imports names. */
function importedNames(program, file) {
  const imports = program.body.filter(
    ({ source, type }) => type === "ImportDeclaration" && FEATURE_IMPORT.test(source.value),
  );
  return new Map(
    imports.flatMap(({ source: { value }, specifiers }) => {
      const from = value.startsWith("#") ? value.replace("#", "src/") : join(dirname(file), value);
      return specifiers.map(({ local }) => [local.name, from]);
    }),
  );
}

function readModule(file) {
  const text = readFileSync(file, "utf8");
  const { program } = parseSync(file, text, { lang: "ts" });
  const types = declaredTypes(program, text);
  return { file, text, program, types, imports: importedNames(program, file) };
}

const modules = new Map(
  globSync("src/features/**/*.ts")
    .filter((file) => !file.endsWith(".test.ts"))
    .map((file) => [file, readModule(file)]),
);

/** The file of `Actor`, from which the actors are made who are checked already. */
const ACTORS = "src/features/base/identity/actor.ts";

/** Whether a type, or one of those that it is made of, names `Actor`. */
function namesActor(type, { file, imports, types }, visited = new Set()) {
  return [...type.matchAll(/\b[A-Z]\w*/g)].some(([name]) => {
    if (name === "Actor") return true;
    const home = types.has(name) ? file : imports.get(name);
    const found = modules.get(home)?.types.get(name);
    const key = `${home} ${name}`;
    if (found === undefined || home === ACTORS || visited.has(key)) return false;
    return namesActor(found, modules.get(home), visited.add(key));
  });
}

const listed = new Set(EXCEPTIONS.flatMap(({ functions }) => functions));
const unused = new Set(listed);
const problems = [];
let guarded = 0;
let checked = 0;
for (const [file, module] of modules) {
  const { program, text } = module;
  guarded += [
    ...text.matchAll(
      / = as(?:(?:Confirmed)?(?:Admin|Owner)(?:WithCode)?|Confirmed(?:WithCode)?|SignedIn|Atelier)\(/g,
    ),
  ].length;
  for (const { name, code } of exportedFunctions(program)) {
    const parameters = code.params.map(({ start, end }) => text.slice(start, end));
    if (!parameters.some((parameter) => namesActor(parameter, module))) continue;
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
const CONFIRMED = /^asConfirmed(?:Admin|Owner)?(?:WithCode)?$/;
const WRITES = new RegExp(`\\.(?:insert|update|delete)\\(\\s*(?:${WAYS_IN.join("|")})\\b`);

/** Every function and guarded use case at the top of a module, by name. */
function topDeclarations({ program, text }) {
  return program.body.flatMap((statement) => {
    const isExported = statement.type === "ExportNamedDeclaration";
    const declaration = isExported ? statement.declaration : statement;
    const describe = ({ id, init }) => ({
      name: id.name,
      isExported,
      guard: init?.type === "CallExpression" ? init.callee.name : null,
      text: text.slice(declaration.start, declaration.end),
    });
    if (declaration?.type === "FunctionDeclaration") return [describe(declaration)];
    return declaration?.type === "VariableDeclaration"
      ? declaration.declarations.map(describe)
      : [];
  });
}

/** The exported functions of a module that do what a pattern finds, themselves or by a private function. */
function exportedBy(module, pattern) {
  const all = topDeclarations(module);
  const found = new Set(all.filter((each) => pattern.test(each.text)));
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    for (const each of all) {
      const calls = [...found].some(({ name }) => new RegExp(`\\b${name}\\(`).test(each.text));
      if (calls) found.add(each);
    }
  }
  return [...found].filter(({ isExported }) => isExported);
}

const PROVED = [
  { pattern: WRITES, does: "changes a way in", exceptions: WITHOUT_PROOF, atLeast: 8 },
  {
    pattern: GIVES_CREDIT,
    does: "gives store credit",
    exceptions: CREDIT_WITHOUT_PROOF,
    atLeast: 1,
  },
];

for (const { atLeast, does, exceptions, pattern } of PROVED) {
  const unproved = new Set(exceptions.flatMap(({ functions }) => functions));
  const unusedProofs = new Set(unproved);
  let confirmed = 0;
  for (const [file, module] of modules) {
    for (const { guard, name } of exportedBy(module, pattern)) {
      if (CONFIRMED.test(guard ?? "")) confirmed += 1;
      else if (unproved.has(name)) unusedProofs.delete(name);
      else
        problems.push(
          `${file}: ${name} ${does} without asConfirmed, asConfirmedAdmin or asConfirmedOwner`,
        );
    }
  }
  for (const name of unusedProofs) problems.push(`${name} never ${does}: it needs no exception`);
  if (confirmed < atLeast) problems.push(`Too little was found that ${does}.`);
}
for (const name of unused) problems.push(`${name} is listed as an exception, but needs none`);
if (guarded < 100 || checked < 50) problems.push("Too few use cases were found.");
for (const problem of problems) console.error(`${problem} (scripts/check-guards.mjs)`);
console.log(
  `${guarded} guarded use cases, ${checked} for any actor, ${problems.length} without a guard`,
);
process.exit(problems.length === 0 ? 0 : 1);
