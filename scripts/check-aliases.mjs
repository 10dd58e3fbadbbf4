/**
 * Fails for a destructuring, an import or a constant that only renames: one thing has one name, so the property or the
 * export is renamed where it is declared. A new name that contains the old one says more and stays, and so does one that
 * keeps two things of one scope apart.
 */
import { globSync, readFileSync } from "node:fs";
import { parseSync } from "vite";

/** Aliases that stay, each with its reason; `from` is the name at the declaration. */
const EXCEPTIONS = [
  {
    from: ["part"],
    reason:
      "JSX takes a name with a capital for a component, and the hook loads any part of a page.",
  },
  {
    from: ["ownerTest", "customerTest"],
    to: "test",
    reason: "A file whose tests all have the same visitor calls them test, as other files do.",
  },
  {
    from: ["UNSAFE_ErrorResponseImpl", "UNSAFE_decodeViaTurboStream"],
    reason: "React Router may change what it names so, which the tests of these files would show.",
  },
  {
    from: ["dimensions", "size", "values"],
    to: /^[nv]$/,
    reason: "A formula names its dimension and its values by a letter.",
  },
  {
    from: ["value"],
    reason: "The function is generic, so that its caller names what the value is.",
  },
  { from: ["pictures"], to: "images", reason: "The key in the list of contents of older backups." },
];

/** What browsers and Node call so is something else than a property or an export of the same name. */
const GLOBALS = new Set(["document", "location", "process", "setImmediate", "setTimeout"]);

const FUNCTIONS = new Set(["ArrowFunctionExpression", "FunctionDeclaration", "FunctionExpression"]);

/** The exports of a page that React Router reads by these names. */
const ROUTE_EXPORTS = new Set(["headers", "meta"]);

const plain = (name) => name.replaceAll("_", "").toLowerCase();

const childrenOf = (node) =>
  Object.values(node)
    .flat()
    .filter((child) => typeof child?.type === "string");

/** The names of a pattern, in `declared`; the renamed properties, in `aliases`. */
function readPattern(pattern, scope) {
  switch (pattern?.type) {
    case "Identifier":
      scope.declared.add(pattern.name);
      break;
    case "ObjectPattern":
      for (const property of pattern.properties) readProperty(property, scope);
      break;
    case "ArrayPattern":
      for (const element of pattern.elements) readPattern(element, scope);
      break;
    case "AssignmentPattern":
      readPattern(pattern.left, scope);
      break;
    case "RestElement":
      readPattern(pattern.argument, scope);
      break;
    case "TSParameterProperty":
      readPattern(pattern.parameter, scope);
      break;
  }
}

function readProperty(property, scope) {
  const value = property.type === "Property" ? property.value : property;
  const target = value.type === "AssignmentPattern" ? value.left : value;
  const isRenamed =
    property.type === "Property" &&
    !property.computed &&
    property.key.type === "Identifier" &&
    target.type === "Identifier" &&
    property.key.name !== target.name;
  if (isRenamed) {
    const { end, start } = property;
    scope.aliases.push({ kind: "property", from: property.key.name, to: target.name, start, end });
  }
  readPattern(value, scope);
}

/** A constant with the value of another name. A type beside it, or a limit's own name, says something new. */
function readConstant({ id, init, start, end }, isExported, scope) {
  if (id.type !== "Identifier" || id.typeAnnotation || init?.type !== "Identifier") return;
  if (init.name === "undefined") return;
  if (/^[A-Z0-9_]+$/.test(id.name) || (isExported && ROUTE_EXPORTS.has(id.name))) return;
  scope.aliases.push({ kind: "constant", from: init.name, to: id.name, start, end });
}

function readVariables(declaration, isExported, scope) {
  for (const each of declaration.declarations) {
    readPattern(each.id, scope);
    if (declaration.kind === "const") readConstant(each, isExported, scope);
    else if (each.id.type === "Identifier") scope.changing.add(each.id.name);
  }
}

function readImport({ specifiers }, scope) {
  for (const each of specifiers) {
    const from = each.imported?.name ?? each.local.name;
    const to = each.local.name;
    scope.declared.add(to);
    const { end, start } = each;
    if (from !== to) scope.aliases.push({ kind: "import", from, to, start, end });
  }
}

function newScope(above) {
  const scope = { above, below: [], declared: new Set(), changing: new Set(), aliases: [] };
  above?.below.push(scope);
  return scope;
}

function readNode(node, scope, scopes) {
  if (node.type === "ImportDeclaration") return readImport(node, scope);
  if (node.type === "ExportNamedDeclaration" && node.declaration?.type === "VariableDeclaration") {
    readVariables(node.declaration, true, scope);
    for (const each of node.declaration.declarations) readBelow(each, scope, scopes);
    return;
  }
  if (node.type === "VariableDeclaration") readVariables(node, false, scope);
  if (node.id?.type === "Identifier" && node.type !== "VariableDeclarator") {
    scope.declared.add(node.id.name);
  }
  if (node.type === "AssignmentExpression" && node.left.type === "Identifier") {
    scope.changing.add(node.left.name);
  }
  if (node.type === "CatchClause") readPattern(node.param, scope);
  const isFunction = FUNCTIONS.has(node.type);
  const inside = isFunction ? newScope(scope) : scope;
  if (isFunction) {
    scopes.push(inside);
    for (const parameter of node.params) readPattern(parameter, inside);
  }
  readBelow(node, inside, scopes);
}

function readBelow(node, scope, scopes) {
  for (const child of childrenOf(node)) readNode(child, scope, scopes);
}

function isDeclared(name, scope) {
  return scope !== null && (scope.declared.has(name) || isDeclared(name, scope.above));
}

const isDeclaredBelow = (name, scope) =>
  scope.below.some((inner) => inner.declared.has(name) || isDeclaredBelow(name, inner));

function isChanging(name, scope) {
  return scope !== null && (scope.changing.has(name) || isChanging(name, scope.above));
}

/** Whether the old name says less than the new one, or names something else in the same scope. */
function saysMore({ from, kind, to }, scope) {
  if (plain(to).includes(plain(from))) return true;
  if (kind === "constant") return isChanging(from, scope);
  const isLeftOut = to.startsWith("_");
  // Stripe, the database and the environment write their names so.
  const isForeign = from.includes("_") || from === "default";
  if (kind === "property" && (isLeftOut || isForeign)) return true;
  const sameName = scope.aliases.filter((other) => other.kind === kind && other.from === from);
  return (
    sameName.length > 1 ||
    GLOBALS.has(from) ||
    isDeclared(from, scope) ||
    isDeclaredBelow(from, scope)
  );
}

const lineOf = (text, position) => text.slice(0, position).split("\n").length;

function findAliases(file, text) {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  const top = newScope(null);
  const scopes = [top];
  readBelow(program, top, scopes);
  return scopes.flatMap((scope) =>
    scope.aliases
      .filter((alias) => !saysMore(alias, scope))
      .map(({ from, start, to }) => ({ file, line: lineOf(text, start), from, to })),
  );
}

const exceptionFor = (alias) =>
  EXCEPTIONS.find(
    ({ from, to }) =>
      from.includes(alias.from) &&
      (to === undefined || to === alias.to || (to instanceof RegExp && to.test(alias.to))),
  );

const used = new Set();
const problems = [];
let files = 0;
for (const file of globSync("{src,tests,bench,scripts}/**/*.{ts,tsx,mjs}")) {
  if (file.includes("node_modules")) continue;
  files += 1;
  for (const alias of findAliases(file, readFileSync(file, "utf8"))) {
    const exception = exceptionFor(alias);
    if (exception) used.add(exception);
    else problems.push(`${alias.file}:${alias.line}: ${alias.from} is called ${alias.to}`);
  }
}
const needless = EXCEPTIONS.filter((each) => !used.has(each));
for (const { from } of needless) problems.push(`The exception for ${from.join(", ")} is needless.`);
for (const problem of problems) console.error(problem);
console.log(`${files} files, ${problems.length} aliases that only rename`);
process.exit(problems.length === 0 ? 0 : 1);
