import { useEffect, useState } from "react";
import { z } from "zod";
import { useSignedIn } from "#app/shell/use-signed-in.ts";
import type { Fit } from "#features/body/measurement/fit.ts";
import type { FitMemoryNote as Note } from "#features/garments/fit-memory/fit-memory-note.ts";
import { fitMemoryNoteSchema } from "#features/garments/fit-memory/fit-memory-note.ts";
import { Notice } from "#ui/notice.tsx";

const responseSchema = z.array(fitMemoryNoteSchema);

/** Nothing of a visitor, and nothing while the shop cannot be reached: the contract says it all the same. */
async function requestNotes(): Promise<readonly Note[]> {
  try {
    const response = await fetch("/measurements/fit-memory");
    const read = responseSchema.safeParse(await response.json());
    return read.success ? read.data : [];
  } catch {
    return [];
  }
}

const isSame = (one: string, other: string) =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

type Props = { garment: string; fit: Fit; profileId: string | null; name: string };

/** Says with which corrections from earlier clothes of this person the garment is cut. */
export function FitMemoryNote({ fit, garment, name, profileId }: Props) {
  const isSignedIn = useSignedIn();
  const [notes, setNotes] = useState<readonly Note[]>([]);
  useEffect(() => {
    if (!isSignedIn) return;
    let isGone = false;
    void requestNotes().then((found) => {
      if (!isGone) setNotes(found);
    });
    return () => {
      isGone = true;
    };
  }, [isSignedIn]);
  const ofGarment = notes.filter((note) => note.garment === garment);
  const own =
    ofGarment.find((note) => profileId !== null && note.profileId === profileId) ??
    ofGarment.find((note) => note.profileId === null && isSame(note.label, name));
  const lines = own?.lines[fit] ?? [];
  if (lines.length === 0) return null;
  return (
    <Notice kind="info" live title={`Cut with what ${own?.label ?? name} told us`} className="mt-5">
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Notice>
  );
}
