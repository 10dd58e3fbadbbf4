/** What is used of FreeSewing's core to copy a part. */
type Attributes = { list: Record<string, unknown[]> };
type Point = { clone(): Point };
type Operation = { type: string; id?: unknown; to?: Point; cp1?: Point; cp2?: Point };
type Path = { ops: Operation[]; clone(): Path };
type Part = {
  name: string;
  freeId: number;
  points: Record<string, Point>;
  paths: Record<string, Path>;
  snippets: Record<string, { clone(): unknown }>;
  context: { store: { parts?: Record<string, unknown> } };
};
type Copying = (this: Part, original: Part) => Part;

/** The classes of `@freesewing/core` whose copying is replaced. */
export type FreeSewingCore = {
  readonly Part: { readonly prototype: { __inject: Copying } };
  readonly Attributes: {
    new (): Attributes;
    readonly prototype: { clone(this: Attributes): Attributes };
  };
};

const POINTS_OF_OPERATION = ["to", "cp1", "cp2"] as const;

/** A copy of a path whose ends are the points of the copied part where they were points of the original. */
function copyPath(path: Path, copyOf: ReadonlyMap<Point, Point>): Path {
  const { ops } = path;
  path.ops = [];
  const copy = path.clone();
  path.ops = ops;
  copy.ops = ops.map((operation): Operation => {
    const copied: Operation = { type: operation.type };
    if (operation.type === "noop") copied.id = operation.id;
    for (const name of POINTS_OF_OPERATION) {
      const point = operation[name];
      if (point) copied[name] = copyOf.get(point) ?? point.clone();
    }
    return copied;
  });
  return copy;
}

const inject: Copying = function (original) {
  const copyOf = new Map<Point, Point>();
  this.freeId = original.freeId;
  for (const [name, point] of Object.entries(original.points)) {
    const copy = point.clone();
    this.points[name] = copy;
    // A point with two names is drawn to its first one.
    if (!copyOf.has(point)) copyOf.set(point, copy);
  }
  for (const [name, path] of Object.entries(original.paths)) {
    this.paths[name] = copyPath(path, copyOf);
  }
  for (const [name, snippet] of Object.entries(original.snippets)) {
    (this.snippets as Record<string, unknown>)[name] = snippet.clone();
  }
  const stored = original.context.store.parts?.[original.name];
  if (stored && this.context.store.parts) {
    this.context.store.parts[this.name] = JSON.parse(JSON.stringify(stored));
  }
  return this;
};

const isPlain = (value: unknown) =>
  typeof value === "string" || (typeof value === "number" && Number.isFinite(value));

/**
 * Replaces how FreeSewing 4.10 copies a part that another one is drawn from: it looks for each end of each line among all points of
 * the part, and writes and reads the attributes of every point as JSON, which is an eighth of a draft. The copies are the same.
 */
export function copyPartsInLinearTime({ Attributes, Part }: FreeSewingCore): void {
  const { clone } = Attributes.prototype;
  Part.prototype.__inject = inject;
  Attributes.prototype.clone = function () {
    const values = Object.values(this.list);
    if (!values.every((each) => each.every(isPlain))) return clone.call(this);
    const copy = new Attributes();
    for (const [name, each] of Object.entries(this.list)) copy.list[name] = [...each];
    return copy;
  };
}
