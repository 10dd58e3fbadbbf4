import { join } from "node:path";
import type { Checker, Type } from "typescript/unstable/sync";
import { API, SignatureKind, SymbolFlags, TypeFlags } from "typescript/unstable/sync";

/** Plain data, without the type checker. */
export type Shape =
  | { kind: "anything" | "text" | "number" | "boolean" | "decimal" | "nothing" }
  | { kind: "literal"; value: string | number | boolean }
  | { kind: "list"; of: Shape }
  | { kind: "either"; of: readonly Shape[] }
  | { kind: "object"; members: Readonly<Record<string, Member>>; others: Shape | null };

type Member = { shape: Shape; required: boolean };

const SDK = join(import.meta.dirname, "../../../node_modules/stripe/esm");

/** Written as text by the SDK. */
const TEXT_CLASSES = new Set(["Decimal", "DecimalImpl"]);

/** Each type once; recursive ones become `any`. */
class ShapeReader {
  readonly #known = new Map<number, Shape>();
  readonly #checker: Checker;

  constructor(checker: Checker) {
    this.#checker = checker;
  }

  read(type: Type): Shape {
    const known = this.#known.get(type.id);
    if (known) return known;
    this.#known.set(type.id, { kind: "anything" });
    const shape = this.#shapeOf(type);
    this.#known.set(type.id, shape);
    return shape;
  }

  #shapeOf(type: Type): Shape {
    if (type.isLiteralType()) return { kind: "literal", value: type.value as string };
    const { flags } = type;
    if (flags & TypeFlags.String) return { kind: "text" };
    if (flags & TypeFlags.Number) return { kind: "number" };
    if (flags & TypeFlags.Boolean) return { kind: "boolean" };
    if (flags & (TypeFlags.Undefined | TypeFlags.Null)) return { kind: "nothing" };
    if (type.isUnionType()) return this.#eitherOf(type.getTypes());
    // OtherString allows later values.
    if (type.isIntersectionType()) return { kind: "text" };
    if (!type.isObjectType()) return { kind: "anything" };
    return this.#checker.isArrayType(type) ? this.#listOf(type) : this.#objectOf(type);
  }

  /** Closed, unlike the SDK's: the API version refuses unknown values. */
  #eitherOf(types: readonly Type[]): Shape {
    const text = types.some((type) => type.isStringLiteralType() && type.value !== "");
    const stored = types.filter((type) => !(text && type.isIntersectionType()));
    return { kind: "either", of: stored.map((type) => this.read(type)) };
  }

  #listOf(type: Type): Shape {
    const [item] = type.isTypeReference() ? this.#checker.getTypeArguments(type) : [];
    return { kind: "list", of: item ? this.read(item) : { kind: "anything" } };
  }

  #objectOf(type: Type): Shape {
    if (TEXT_CLASSES.has(type.getSymbol()?.name ?? "")) return { kind: "decimal" };
    const symbols = this.#checker.getPropertiesOfType(type);
    const types = this.#checker.getTypeOfSymbol(symbols);
    const members = symbols.map((symbol, index): [string, Member] => {
      const shape = types[index] ? this.read(types[index]) : ({ kind: "anything" } as const);
      return [symbol.name, { shape, required: !(symbol.flags & SymbolFlags.Optional) }];
    });
    const [index] = this.#checker.getIndexInfosOfType(type);
    const others = index ? this.read(index.valueType) : null;
    return { kind: "object", members: Object.fromEntries(members), others };
  }
}

/** Empty without parameters. */
function shapeOfMethod(checker: Checker, stripe: Type, method: string, reader: ShapeReader): Shape {
  let type = stripe;
  for (const name of method.split(".")) {
    const symbol = checker.getPropertyOfType(type, name);
    const next = symbol && checker.getTypeOfSymbol(symbol);
    if (!next) throw new Error(`The SDK has no ${method}`);
    type = next;
  }
  const signatures = checker.getSignaturesOfType(type, SignatureKind.Call);
  const params = signatures
    .flatMap((signature) => signature.getParameters())
    .find((parameter) => parameter.name === "params");
  const requests = params && checker.getTypeOfSymbol(params);
  if (!requests) return { kind: "object", members: {}, others: null };
  return reader.read(checker.getNonNullableType(requests) ?? requests);
}

function readShapes(methods: readonly string[]): Map<string, Shape> {
  const api = new API();
  try {
    const file = join(SDK, "stripe.core.d.ts");
    const project = api.updateSnapshot({ openFiles: [file] }).getDefaultProjectForFile(file);
    const source = project?.program.getSourceFile(file);
    const module = source && project?.checker.getSymbolAtLocation(source);
    if (!project || !module) throw new Error("The SDK's declarations are not where they were");
    const { checker } = project;
    const stripe = checker.getExportsOfModule(module).find((symbol) => symbol.name === "Stripe");
    if (!stripe) throw new Error("The SDK exports no Stripe");
    const reader = new ShapeReader(checker);
    const type = checker.getDeclaredTypeOfSymbol(stripe);
    return new Map(methods.map((method) => [method, shapeOfMethod(checker, type, method, reader)]));
  } finally {
    api.close();
  }
}

let shapes: Map<string, Shape> | null = null;

/** Reads the shapes of the SDK's parameters, once a process because it takes half a second. */
export function parameterShapes(methods: readonly string[]): ReadonlyMap<string, Shape> {
  if (!shapes || methods.some((method) => !shapes?.has(method))) shapes = readShapes(methods);
  return shapes;
}
