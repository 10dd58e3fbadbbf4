import { SealedEntry } from "#app/web/sealed-entry.browser.ts";
import { useSealedEntry } from "#app/web/use-sealed-entry.ts";
import type { LandmarkName } from "#features/body/measurement/measurement-definitions.ts";
import type { ChartUnit } from "#features/body/size-advice/size-chart.ts";

/** The mannequin that shows the tape, as the person chose. */
export const MANNEQUINS = ["woman", "man"] as const;
export type Mannequin = (typeof MANNEQUINS)[number];

/** Text of a field that has not been confirmed with Enter yet. */
export type Draft = { readonly step: string; readonly text: string; readonly unit: ChartUnit };

type Memory = {
  mannequin: Mannequin | null;
  step: string | null;
  draft: Draft | null;
  /** When each landmark was found last, as an ISO time. */
  found: Readonly<Record<string, string>>;
};

const EMPTY: Memory = { mannequin: null, step: null, draft: null, found: {} };

/** A string or a sticker stays on for one visit. */
const FOUND_MS = 12 * 60 * 60_000;

/** Keeps the newest people only; the guide works without a memory. */
const MAX_PEOPLE = 50;

/** By the profile's id, the one that was measured last at the end. */
type Memories = Readonly<Record<string, Memory>>;

const isMannequin = (value: unknown): value is Mannequin =>
  MANNEQUINS.some((each) => each === value);

function isDraft(value: unknown): value is Draft {
  if (typeof value !== "object" || value === null) return false;
  const { step, text, unit } = value as Partial<Draft>;
  return (
    typeof step === "string" && typeof text === "string" && (unit === "cm" || unit === "inches")
  );
}

function parseFound(content: unknown): Memory["found"] {
  if (typeof content !== "object" || content === null) return {};
  return Object.fromEntries(Object.entries(content).filter(([, at]) => typeof at === "string"));
}

function parseMemory(content: unknown): Memory {
  if (typeof content !== "object" || content === null) return EMPTY;
  const { draft, found, mannequin, step } = content as Partial<Memory>;
  return {
    mannequin: isMannequin(mannequin) ? mannequin : null,
    step: typeof step === "string" ? step : null,
    draft: isDraft(draft) ? draft : null,
    found: parseFound(found),
  };
}

function parseMemories(content: unknown): Memories {
  if (typeof content !== "object" || content === null || Array.isArray(content)) return {};
  const memories = Object.entries(content).map(([id, memory]) => [id, parseMemory(memory)]);
  return Object.fromEntries(memories);
}

/** Sealed, because a draft is a measurement. */
const memoryEntry = new SealedEntry<Memories>({
  name: "measuring-guide",
  empty: {},
  parse: parseMemories,
  join: (memories, former) => ({ ...memories, ...former }),
  isEmpty: (memories) => Object.keys(memories).length === 0,
});

/** Where the guide of one person stopped on this device; nothing until `useGuideMemory` says that it is open. */
export function recallGuide(profileId: string): Memory {
  return memoryEntry.current().value[profileId] ?? EMPTY;
}

export function rememberGuide(profileId: string, change: Partial<Memory>): void {
  memoryEntry.change((before) => {
    const { [profileId]: known = EMPTY, ...others } = before;
    const memory = { ...known, ...change };
    return Object.fromEntries([...Object.entries(others), [profileId, memory]].slice(-MAX_PEOPLE));
  });
}

/** The person has found these landmarks now. */
export function rememberFound(profileId: string, landmarks: readonly LandmarkName[]): void {
  const at = new Date().toISOString();
  const added = Object.fromEntries(landmarks.map((landmark) => [landmark, at]));
  rememberGuide(profileId, { found: { ...recallGuide(profileId).found, ...added } });
}

/** Whether the person has found a landmark in this visit. */
export function isFound(profileId: string, landmark: LandmarkName): boolean {
  const at = Date.parse(recallGuide(profileId).found[landmark] ?? "");
  return Date.now() - at < FOUND_MS;
}

/** Removes what the guide remembers of people that left the device; a copy of before opens no more. */
export function forgetGuides(profileIds: readonly string[]): void {
  const leave = (before: Memories) => {
    const ids = Object.keys(before);
    if (!ids.some((id) => profileIds.includes(id))) return before;
    const left = Object.entries(before).filter(([id]) => !profileIds.includes(id));
    return Object.fromEntries(left);
  };
  memoryEntry.change(leave, { renewsKey: true });
}

/** Leaves of one person's guide the mannequin alone: the measuring is over, and a correction shows the same one. */
export function forgetStep(profileId: string): void {
  memoryEntry.change((before) => {
    const known = before[profileId];
    return known ? { ...before, [profileId]: { ...EMPTY, mannequin: known.mannequin } } : before;
  });
}

/** Whether the memory of the guides is open: a guide that is shown earlier begins anew. */
export function useGuideMemory(): boolean {
  return useSealedEntry(memoryEntry).isOpen;
}

/** Null until one is chosen. */
export function useMannequin(profileId: string): Mannequin | null {
  return useSealedEntry(memoryEntry).value[profileId]?.mannequin ?? null;
}
