/** A block of a DXF file as another program reads it: by layer, in the file's own unit, y upward. */
type DxfBlock = {
  readonly name: string;
  readonly polylines: readonly { layer: number; isClosed: boolean; points: [number, number][] }[];
  readonly lines: readonly { layer: number; from: [number, number]; to: [number, number] }[];
  readonly points: readonly { layer: number; at: [number, number] }[];
  readonly texts: readonly { layer: number; text: string }[];
};

type Entity = { kind: string; codes: Map<number, string> };

/** Every entity between two group codes 0, in the order of the file. */
function readEntities(text: string): Entity[] {
  const lines = text.split(/\r?\n/);
  const entities: Entity[] = [];
  for (let index = 0; index + 1 < lines.length; index += 2) {
    const code = Number((lines[index] ?? "").trim());
    const value = lines[index + 1] ?? "";
    if (!Number.isInteger(code)) throw new Error(`Line ${index + 1} is no group code.`);
    if (code === 0) entities.push({ kind: value, codes: new Map() });
    else entities.at(-1)?.codes.set(code, value);
  }
  return entities;
}

const number = ({ codes }: Entity, code: number) => Number(codes.get(code) ?? "0");

type Open = {
  -readonly [Key in keyof DxfBlock]: DxfBlock[Key] extends readonly (infer Item)[]
    ? Item[]
    : DxfBlock[Key];
};

const pointOf = (entity: Entity): [number, number] => [number(entity, 10), number(entity, 20)];

/** What an entity adds to the block that is open. */
const ADD: Readonly<Record<string, (block: Open, entity: Entity) => void>> = {
  POLYLINE: (block, entity) => {
    const isClosed = number(entity, 70) === 1;
    block.polylines.push({ layer: number(entity, 8), isClosed, points: [] });
  },
  VERTEX: (block, entity) => block.polylines.at(-1)?.points.push(pointOf(entity)),
  POINT: (block, entity) => block.points.push({ layer: number(entity, 8), at: pointOf(entity) }),
  LINE: (block, entity) => {
    const to: [number, number] = [number(entity, 11), number(entity, 21)];
    block.lines.push({ layer: number(entity, 8), from: pointOf(entity), to });
  },
  TEXT: (block, entity) =>
    block.texts.push({ layer: number(entity, 8), text: entity.codes.get(1) ?? "" }),
};

/** Reads the blocks of a DXF file of release 12, and the names that its drawing inserts. */
export function readDxf(text: string): { blocks: DxfBlock[]; inserted: string[] } {
  const blocks: Open[] = [];
  const inserted: string[] = [];
  let block: Open | null = null;
  for (const entity of readEntities(text)) {
    const name = entity.codes.get(2) ?? "";
    if (entity.kind === "INSERT") inserted.push(name);
    else if (entity.kind === "ENDBLK") block = null;
    else if (entity.kind === "BLOCK") {
      block = { name, polylines: [], lines: [], points: [], texts: [] };
      blocks.push(block);
    } else if (block) ADD[entity.kind]?.(block, entity);
  }
  return { blocks, inserted };
}
