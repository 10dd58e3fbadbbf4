/** What to try when nothing is called so. */
export function NothingFound({ text }: { text: string }) {
  return (
    <div className="px-4 py-8 text-center sm:px-10">
      <p className="display text-xl break-words">Nothing is called “{text}”</p>
      <p className="mx-auto mt-3 max-w-96 text-sm text-ink-soft">
        Try one word of a product's name or its SKU, the first signs of an order's number, a part of
        an e-mail address, or the name of a setting.
      </p>
    </div>
  );
}
