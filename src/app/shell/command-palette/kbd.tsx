/** A key, as it is printed on it. */
export function Kbd({ children }: { children: string }) {
  return (
    <kbd className="min-w-5 rounded-hair border border-line bg-white px-1 text-center font-sans text-xs leading-5 text-ink-quiet">
      {children}
    </kbd>
  );
}
