/** Lists every name that a TypeScript or JavaScript file declares itself. */
import { parseSync } from "vite";

const FUNCTIONS = new Set([
  "ArrowFunctionExpression",
  "FunctionDeclaration",
  "FunctionExpression",
  "TSConstructorType",
  "TSDeclareFunction",
  "TSEmptyBodyFunctionExpression",
  "TSFunctionType",
  "TSMethodSignature",
]);

const WITH_ID = new Set([
  "ClassDeclaration",
  "ClassExpression",
  "FunctionDeclaration",
  "FunctionExpression",
  "TSDeclareFunction",
  "TSEnumDeclaration",
  "TSInterfaceDeclaration",
  "TSTypeAliasDeclaration",
  "VariableDeclarator",
]);

const MEMBERS = new Set([
  "AccessorProperty",
  "MethodDefinition",
  "PropertyDefinition",
  "TSMethodSignature",
  "TSPropertySignature",
]);

/** The identifiers of a variable, a parameter or a destructuring; a shorthand repeats a name declared elsewhere. */
function boundNames(pattern) {
  switch (pattern?.type) {
    case "Identifier":
      return [pattern.name];
    case "ObjectPattern":
      return pattern.properties.flatMap((property) =>
        property.type === "Property" && property.shorthand
          ? []
          : boundNames(property.type === "Property" ? property.value : property),
      );
    case "ArrayPattern":
      return pattern.elements.flatMap(boundNames);
    case "AssignmentPattern":
      return boundNames(pattern.left);
    case "RestElement":
      return boundNames(pattern.argument);
    case "TSParameterProperty":
      return boundNames(pattern.parameter);
    default:
      return [];
  }
}

const keyOf = ({ key, computed }) =>
  !computed && (key?.type === "Identifier" || key?.type === "PrivateIdentifier") ? [key.name] : [];

function ownNames(node) {
  if (node.type === "ImportSpecifier") {
    return node.imported.name === node.local.name ? [] : [node.local.name];
  }
  if (node.type === "ImportDefaultSpecifier" || node.type === "ImportNamespaceSpecifier") {
    return [node.local.name];
  }
  if (node.type === "CatchClause") return boundNames(node.param);
  if (node.type === "ObjectExpression") {
    return node.properties.flatMap((each) =>
      each.type === "Property" && !each.shorthand ? keyOf(each) : [],
    );
  }
  return [
    ...(WITH_ID.has(node.type) ? boundNames(node.id) : []),
    ...(FUNCTIONS.has(node.type) ? node.params.flatMap(boundNames) : []),
    ...(MEMBERS.has(node.type) ? keyOf(node) : []),
  ];
}

function namesBelow(node) {
  if (Array.isArray(node)) return node.flatMap(namesBelow);
  if (node === null || typeof node !== "object") return [];
  const below = Object.values(node).flatMap(namesBelow);
  return typeof node.type === "string" ? [...ownNames(node), ...below] : below;
}

/**
 * Variables, parameters, functions, classes, types, their members, keys of object literals, and what an import or a
 * destructuring renames to. Throws for a file that cannot be read.
 */
export function declaredNames(file, text) {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  return namesBelow(program.body);
}
