import { formatMoment } from "#core/georgetown-time.ts";

type Props = {
  url: string;
  name: string;
  width: number;
  height: number;
  /** When its file was accepted as lost for good. */
  lostAt: Date | null;
};

/** A customer's photo that opens in a tab of its own; where its file is lost for good, the place where it was says so. */
export function StoredImage({ height, lostAt, name, url, width }: Props) {
  if (lostAt) {
    return (
      <p className="flex aspect-square w-full items-center bg-cloth p-4 text-sm text-ink-soft">
        {name} was lost: its file was neither in the storage nor in a backup. Recorded on{" "}
        {formatMoment(lostAt)}.
      </p>
    );
  }
  return (
    <a href={url} target="_blank" rel="noreferrer">
      <img
        src={url}
        alt={name}
        width={width}
        height={height}
        loading="lazy"
        className="aspect-square w-full bg-cloth object-cover"
      />
    </a>
  );
}
