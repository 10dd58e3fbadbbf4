/**
 * Allowances of hems in mm, by part, where FreeSewing's own (three seam allowances, on some parts one) does not suffice. A
 * tailor turns up 40 mm of a jacket or skirt, and 50 mm of a coat or trousers, so that each can be let down.
 */
export const HEM_ALLOWANCES_MM: Readonly<Record<string, number>> = {
  "jaeger.front": 40,
  "jaeger.side": 40,
  "jaeger.back": 40,
  "carlton.front": 50,
  "carlton.tail": 50,
  "carlita.front": 50,
  "carlita.side": 50,
  "penelope.front": 40,
  "penelope.back": 40,
  "titan.front": 50,
  "titan.back": 50,
};

/** Degrees from the length of the cloth. Parts without an entry that FreeSewing draws without a grain line lie along it. */
export const GRAIN_DEGREES: Readonly<Record<string, number>> = {
  // An under collar rolls because it is cut on the bias, and a tie falls because it is.
  "jaeger.underCollar": 45,
  "trayvon.fabricTail": 45,
  "trayvon.fabricTip": 45,
  "trayvon.fabricLoop": 45,
  "trayvon.interfacingTail": 45,
  "trayvon.interfacingTip": 45,
  "trayvon.liningTail": 45,
  "trayvon.liningTip": 45,
  // Bindings stretch across the length of a knit.
  "bibi.neckBinding": 90,
  "jaeger.innerPocketWelt": 90,
};
