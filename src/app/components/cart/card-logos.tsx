import type { ReactNode } from "react";

/** 38 by 24, in the brands' own colors (decision S16). */
const LOGOS: Readonly<Record<string, ReactNode>> = {
  Visa: (
    <g className="fill-visa">
      <path d="M8.2 8h2.3l.8 5.1L13.4 8h2.3l-3.7 8.2H9.6z" />
      <path d="M16.3 8h2.3l-1.4 8.2h-2.3z" />
      <path d="M24.6 8.3l-.4 1.9c-.6-.3-1.2-.5-1.9-.5-.7 0-1.1.3-1.1.6 0 1 3 1 3 3.2 0 1.7-1.5 2.8-3.6 2.8-1 0-1.9-.2-2.5-.5l.4-1.9c.7.4 1.4.6 2.2.6.7 0 1.2-.3 1.2-.7 0-1.1-2.9-1.1-2.9-3.1 0-1.6 1.4-2.8 3.5-2.8.8 0 1.6.2 2.1.4z" />
      <path d="M28.2 8h1.8l1.6 8.2h-2.1l-.3-1.3h-2.7l-.5 1.3h-2.2l3.2-7.3c.2-.6.6-.9 1.2-.9zm.3 2.6l-1.2 2.7h1.8z" />
    </g>
  ),
  Mastercard: (
    <>
      <circle cx="15.2" cy="12" r="6.6" className="fill-mastercard-red" />
      <circle cx="22.8" cy="12" r="6.6" className="fill-mastercard-yellow" />
      <path
        d="M19 6.6a6.6 6.6 0 0 1 0 10.8 6.6 6.6 0 0 1 0-10.8z"
        className="fill-mastercard-orange"
      />
    </>
  ),
  Amex: (
    <>
      <rect x="3" y="4" width="32" height="16" rx="1.5" className="fill-amex" />
      <path
        d="M6 15.5L8.6 8.5l2.6 7M6.9 13.3h3.4M13 15.5v-7l3 4 3-4v7M25.6 8.5h-4v7h4M21.6 12h3.4M27.4 8.5l4.8 7M32.2 8.5l-4.8 7"
        fill="none"
        strokeWidth="1.6"
        className="stroke-white"
      />
    </>
  ),
  PayPal: (
    <>
      <path
        d="M18.6 7h4.7c2.7 0 4 1.5 3.5 3.9-.5 2.7-2.4 3.9-4.9 3.9h-1.5l-.8 4.2h-3.1z"
        className="fill-paypal-light"
      />
      <path
        d="M15.4 4.5h4.9c2.8 0 4.1 1.5 3.6 4-.5 2.8-2.5 4-5.1 4h-1.6l-.8 4.3h-3.3z"
        className="fill-paypal-dark"
      />
    </>
  ),
};

/** Shows a name without a logo as text. */
export function CardLogos({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <ul aria-label="Ways to pay" className="flex flex-wrap items-center justify-center gap-1.5">
      {names.map((name) => (
        <li
          key={name}
          className="flex h-7 items-center rounded-hair border border-line bg-white px-0.5 text-xs"
        >
          {LOGOS[name] ? (
            <svg viewBox="0 0 38 24" role="img" aria-label={name} className="h-6 w-9.5">
              {LOGOS[name]}
            </svg>
          ) : (
            <span className="px-1.5">{name}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
