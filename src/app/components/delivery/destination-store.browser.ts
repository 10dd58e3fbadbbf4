import { useSyncExternalStore } from "react";
import { COUNTRY_CODES } from "#app/components/address/country-options.ts";
import type { Destination } from "#core/delivery-address.ts";
import { destinationCode, parseDestination } from "#core/delivery-address.ts";
import { guessCountry } from "#core/guess-country.ts";
import { HOME_COUNTRY, SHOP_TIME_ZONE } from "#features/base/settings/business-facts.ts";
import { createListeners, readStored, writeStored } from "#ui/browser-storage.ts";

const STORAGE_KEY = "destination";

const home = { country: HOME_COUNTRY, timeZone: SHOP_TIME_ZONE };

let memory: string | null = null;
let guessed: string | null = null;
const listeners = createListeners();

function guess(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const browser = { languages: navigator.languages, timeZone };
  return guessCountry(browser, { countries: COUNTRY_CODES, home }) ?? HOME_COUNTRY;
}

/** Null until the visitor chooses. */
function chosenCode(): string | null {
  const code = readStored(STORAGE_KEY) ?? memory;
  return code !== null && parseDestination(code) ? code : null;
}

/** The visitor's choice, else a guess, as `parseDestination` reads it. */
export function currentDestinationCode(): string {
  guessed ??= guess();
  return chosenCode() ?? guessed;
}

/** Lasts until the page closes if the browser stores nothing. */
export function chooseDestination(destination: Destination): void {
  memory = destinationCode(destination);
  writeStored(STORAGE_KEY, memory);
  listeners.notify();
}

/**
 * The destination is the visitor's choice, then `usual` (the customer's address), then a guess. It is null on the
 * server and in the first render, because pages are shared.
 */
export function useDestination(usual: string | null = null): Destination | null {
  const code = useSyncExternalStore(
    listeners.subscribe,
    () => (usual ? (chosenCode() ?? usual) : currentDestinationCode()),
    () => null,
  );
  return code === null ? null : parseDestination(code);
}
