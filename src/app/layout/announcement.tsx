/** One quiet line above the header, in the owner's words. */
export function Announcement({ text }: { text: string }) {
  return (
    <p className="bg-cloth px-4 py-2 text-center text-xs tracking-wide text-ink-soft">{text}</p>
  );
}
